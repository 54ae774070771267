package com.throttlex.jdbc;

import com.throttlex.TimeSource;
import com.throttlex.queue.QueueLimits;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The queues that one transaction has locked; each is locked once. */
final class LaneTransaction {
  private static final long MILLI = 1_000_000L;

  private final Session session;
  private final SqlScripts scripts;
  private final QueueLimits limits;
  private final @Nullable TimeSource time;
  private final QueueSweep sweep;
  private final Map<String, QueueLane> lanes = new HashMap<>();
  private long now = -1;

  LaneTransaction(
      Session session,
      SqlScripts scripts,
      QueueLimits limits,
      @Nullable TimeSource time,
      QueueSweep sweep) {
    this.session = session;
    this.scripts = scripts;
    this.limits = limits;
    this.time = time;
    this.sweep = sweep;
  }

  /** Returns the time of the transaction, in milliseconds since 1970. */
  long now() throws SQLException {
    if (now < 0) {
      now =
          time == null
              ? session
                  .first(row -> row.number("now"), scripts.text("now"))
                  .orElseThrow(() -> new SQLException("the database returned no time"))
              : time.nanos() / MILLI;
    }
    return now;
  }

  /** Runs a statement of a file; returns how many rows it changed. */
  int update(String name, @Nullable Object... values) throws SQLException {
    return session.update(scripts.text(name), values);
  }

  /** Returns the first row of a statement. */
  <T> Optional<T> first(Session.Reader<T> reader, String name, @Nullable Object... values)
      throws SQLException {
    return session.first(reader, scripts.text(name), values);
  }

  /** Returns the column {@code found} of the first row, or 0. */
  long number(String name, @Nullable Object... values) throws SQLException {
    return session.first(row -> row.number("found"), scripts.text(name), values).orElse(0L);
  }

  /** Returns a column of all rows. */
  List<String> texts(String column, String name, @Nullable Object... values) throws SQLException {
    return session.all(row -> row.text(column), scripts.text(name), values);
  }

  /** Locks the queue of a service, and creates the queue at its first use. */
  QueueLane lane(String service) throws SQLException {
    QueueLane known = lanes.get(service);
    if (known != null) {
      return known;
    }
    String id = id(service);
    session.update(scripts.text("lane-lock"), id, service, now());
    QueueLane lane = new QueueLane(session, scripts, limits, sweep, service, id, now());
    lanes.put(service, lane);
    return lane;
  }

  /** Returns the queue of a service to read it, without a lock. */
  QueueLane unlocked(String service) throws SQLException {
    return new QueueLane(session, scripts, limits, sweep, service, id(service), now());
  }

  /** Locks the queue of a service; returns null if the service has no queue yet. */
  @Nullable QueueLane find(String service) throws SQLException {
    boolean exists =
        lanes.containsKey(service)
            || session
                .first(row -> row.number("last_number"), scripts.text("lane-read"), id(service))
                .isPresent();
    return exists ? lane(service) : null;
  }

  /** Returns a name of fixed length for any text. */
  static String id(String text) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(hash.digest(StoredText.encode(text).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
