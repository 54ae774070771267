package com.throttlex.server.insight;

import com.throttlex.TimeSource;
import com.throttlex.jdbc.AuditEntry;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * A collector of audit entries for taking, acknowledging and retrying queued requests.
 *
 * <p>Workers change queues many times a second. The first change has an entry at once. Further
 * changes with the same actor, action and service within a minute are summed up in one entry when
 * the minute is over. Beyond {@link #MOST} different ones in a minute, each change has its own
 * entry.
 *
 * <p>Bounded: entries that cannot be written are kept up to {@link #MOST_PENDING}; further ones are
 * counted and lost.
 */
public final class QueueUse {
  /** The largest number of entries that wait to be written. */
  public static final int MOST_PENDING = 10_000;

  private static final int MOST = 1_000;
  private static final long MINUTE_SECONDS = 60;

  private final TimeSource time;
  private final Map<What, Minute> minutes = new HashMap<>();
  private final PendingEntries notes = new PendingEntries(MOST_PENDING);

  private record What(String actor, String action, String service) {
    AuditEntry entry(Instant at, long count) {
      String detail = count + (count == 1 ? " request" : " requests");
      return new AuditEntry(at, actor, action, service, null, detail);
    }
  }

  /** The number of requests that were changed in the minute after a first entry. */
  private static final class Minute {
    private final Instant end;
    private long more;

    Minute(Instant end) {
      this.end = end;
    }
  }

  /** Creates a collector that uses this clock. */
  public QueueUse(TimeSource time) {
    this.time = time;
  }

  /** Records that an actor changed requests in the queue of a service; ignores a count of 0. */
  public synchronized void note(String actor, String action, String service, int count) {
    if (count == 0) {
      return;
    }
    What what = new What(actor, action, service);
    Minute minute = minutes.get(what);
    if (minute != null) {
      minute.more += count;
    } else {
      Instant now = time.now();
      if (minutes.size() < MOST) {
        minutes.put(what, new Minute(now.plusSeconds(MINUTE_SECONDS)));
      }
      notes.add(what.entry(now, count));
    }
  }

  /** Returns the entries that are due and not yet written, or all at the end of the service. */
  synchronized PendingEntries pending(boolean all) {
    Instant now = time.now();
    minutes
        .entrySet()
        .removeIf(
            entry -> {
              Minute minute = entry.getValue();
              boolean due = all || !now.isBefore(minute.end);
              if (due && minute.more > 0) {
                notes.add(entry.getKey().entry(now, minute.more));
              }
              return due;
            });
    return notes;
  }

  /** The number of entries that were lost because the database was unavailable for too long. */
  public long lost() {
    return notes.lost();
  }
}
