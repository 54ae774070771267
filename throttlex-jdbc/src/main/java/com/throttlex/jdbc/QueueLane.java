package com.throttlex.jdbc;

import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The queue of one service in a transaction, which has locked it before it changes it. */
final class QueueLane {
  /** The largest number of expired requests that one change removes. */
  private static final int SWEPT = 200;

  private static final long MICROS = 1_000L;
  private static final Pattern TICKET = Pattern.compile("[0-9]{1,18}");

  private final Session session;
  private final SqlScripts scripts;
  private final QueueLimits limits;
  private final QueueSweep sweep;
  private final String service;
  private final String id;
  private final long now;
  private final DeadLetters letters;

  /** The number of requests; -1 if it was not read yet. */
  private long length = -1;

  private long lastNumber = -1;

  QueueLane(
      Session session,
      SqlScripts scripts,
      QueueLimits limits,
      QueueSweep sweep,
      String service,
      String id,
      long now) {
    this.session = session;
    this.scripts = scripts;
    this.limits = limits;
    this.sweep = sweep;
    this.service = service;
    this.id = id;
    this.now = now;
    letters = new DeadLetters(session, scripts, id, limits.dead());
  }

  DeadLetters letters() {
    return letters;
  }

  Optional<Ticket> offer(String request, @Nullable String once) throws SQLException {
    String onceId = once == null ? null : LaneTransaction.id(service + '\n' + once);
    if (onceId != null) {
      Optional<Ticket> known = session.first(QueueLane::ticket, sql("once-find"), onceId, now);
      if (known.isPresent()) {
        return known;
      }
    }
    if (sweep.isFull() || isFull()) {
      return Optional.empty();
    }
    long number = nextNumber();
    long deadline = now + limits.patience().toMillis();
    session.update(sql("add"), id, number, request, now, deadline, now);
    length++;
    sweep.added();
    if (onceId != null) {
      session.update(sql("once-add"), onceId, Long.toString(number), deadline);
    }
    return Optional.of(new Ticket(Long.toString(number), Instant.ofEpochMilli(deadline)));
  }

  private static Ticket ticket(Row row) throws SQLException {
    return new Ticket(row.text("ticket"), row.time("deadline"));
  }

  private boolean isFull() throws SQLException {
    if (length() >= limits.length()) {
      expire();
    }
    return length() >= limits.length();
  }

  private long length() throws SQLException {
    if (length < 0) {
      length = session.first(row -> row.number("found"), sql("count"), id).orElse(0L);
    }
    return length;
  }

  /**
   * Returns a number that no request or dead letter of this queue has. It is at least the time, so
   * a queue that was removed and comes back uses no number twice.
   */
  long nextNumber() throws SQLException {
    if (lastNumber < 0) {
      lastNumber = session.first(row -> row.number("last_number"), sql("lane-read"), id).orElse(0L);
    }
    lastNumber = Math.max(lastNumber + 1, now * MICROS);
    session.update(sql("lane-write"), lastNumber, id);
    return lastNumber;
  }

  /** Returns whether a request can be taken. */
  boolean isDue() throws SQLException {
    return !session.all(QueueRow::of, sql("due"), id, now, 1).isEmpty();
  }

  List<Delivery> take(String consumer, int max, long visibilityMillis) throws SQLException {
    expire();
    List<Delivery> taken = new ArrayList<>();
    List<QueueRow> due;
    do {
      int wanted = max - taken.size();
      due = session.all(QueueRow::of, sql("due"), id, now, wanted);
      for (QueueRow row : due) {
        if (row.deadline() <= now) {
          bury(row, OverflowQueue.EXPIRED);
        } else if (row.attempts() >= limits.attempts()) {
          bury(row, OverflowQueue.ABANDONED);
        } else {
          taken.add(take(row, consumer, visibilityMillis));
        }
      }
    } while (taken.size() < max && !due.isEmpty());
    return taken;
  }

  private Delivery take(QueueRow row, String consumer, long visibilityMillis) throws SQLException {
    int attempt = row.attempts() + 1;
    put(row, attempt, consumer, now + visibilityMillis);
    return new Delivery(
        service,
        row.ticket(),
        consumer,
        row.request(),
        Instant.ofEpochMilli(row.deadline()),
        attempt);
  }

  /** Returns the request of a ticket; empty if it was not taken or is no longer queued. */
  Optional<QueueRow> taken(String ticket) throws SQLException {
    return TICKET.matcher(ticket).matches()
        ? session
            .first(QueueRow::of, sql("find"), id, Long.parseLong(ticket))
            .filter(row -> row.consumer() != null)
        : Optional.empty();
  }

  void giveBack(QueueRow row, long afterMillis, @Nullable String reason) throws SQLException {
    if (reason != null && row.attempts() >= limits.attempts()) {
      bury(row, reason);
    } else {
      put(row, row.attempts() - (reason == null ? 1 : 0), null, now + afterMillis);
    }
  }

  private void put(QueueRow row, int attempts, @Nullable String consumer, long visibleAt)
      throws SQLException {
    session.update(sql("put"), attempts, consumer, visibleAt, id, row.number());
  }

  void remove(QueueRow row) throws SQLException {
    if (session.update(sql("remove"), id, row.number()) > 0) {
      length -= length > 0 ? 1 : 0;
      sweep.removed();
    }
  }

  /** Gives up requests that waited too long, except those that a consumer has. */
  void expire() throws SQLException {
    List<QueueRow> expired;
    do {
      expired = session.all(QueueRow::of, sql("expired"), id, now, now, SWEPT);
      for (QueueRow row : expired) {
        bury(row, OverflowQueue.EXPIRED);
      }
    } while (expired.size() == SWEPT);
  }

  private void bury(QueueRow row, String reason) throws SQLException {
    remove(row);
    letters.add(nextNumber(), row.ticket(), row.request(), reason, row.attempts(), now);
  }

  QueueStatus status() throws SQLException {
    Instant oldest = session.first(row -> row.time("queued_at"), sql("oldest"), id).orElse(null);
    return new QueueStatus(length(), oldest, letters.count());
  }

  private String sql(String name) {
    return scripts.text(name);
  }
}
