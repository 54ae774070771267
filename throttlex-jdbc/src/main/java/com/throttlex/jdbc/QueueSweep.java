package com.throttlex.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bounds all queues together: gives up expired requests, removes what queues no longer need, and
 * counts the requests.
 *
 * <p>It runs once a minute before another change, or once a second while all queues together are
 * full. Nodes that share a database count for themselves in between, so together they may exceed
 * the bound by what they queue in a minute.
 */
final class QueueSweep {
  private static final long MINUTE = TimeUnit.MINUTES.toMillis(1);
  private static final long SECOND = TimeUnit.SECONDS.toMillis(1);
  private static final long UNUSED_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final long LETTER_MILLIS = TimeUnit.DAYS.toMillis(7);

  private final int most;
  private long nextMillis;
  private long total;

  /** Creates a sweep for queues of at most that many requests, and as many dead letters, in all. */
  QueueSweep(int most) {
    this.most = most;
  }

  /** Sweeps and counts, if it is time; the transaction has locked no queue yet. */
  void run(LaneTransaction transaction) throws SQLException {
    long now = transaction.now();
    if (now >= nextMillis) {
      nextMillis = now + MINUTE;
      sweep(transaction, now);
      total = transaction.number("total");
      if (isFull()) {
        nextMillis = now + SECOND;
      }
    }
  }

  private void sweep(LaneTransaction transaction, long now) throws SQLException {
    transaction.update("sweep-once", now);
    transaction.update("sweep-letters", now - LETTER_MILLIS);
    long last = transaction.number("sweep-letters-last", most);
    if (last > 0) {
      transaction.update("sweep-letters", last + 1);
    }
    long before = now - UNUSED_MILLIS;
    List<String> unused = transaction.texts("lane_id", "sweep-unused", before);
    for (String lane : unused) {
      // The row of the queue first: it locks the queue, unless somebody uses it again.
      if (transaction.update("sweep-queue", lane, before) > 0) {
        transaction.update("sweep-queued", lane);
      }
    }
    for (String service : transaction.texts("service", "sweep-expired", now)) {
      transaction.lane(service).expire();
    }
  }

  /** Returns whether all queues together have no room. */
  boolean isFull() {
    return total >= most;
  }

  /** Counts a request that was added. */
  void added() {
    total++;
  }

  /** Counts a request that was removed. */
  void removed() {
    total--;
  }
}
