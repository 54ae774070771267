package com.throttlex.jdbc.counters;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Deletes what is over, off the way of requests.
 *
 * <p>It walks each table in the order of its keys, a few hundred rows at a time, and so needs no
 * index by time. What somebody uses at the moment it leaves alone ({@code skip locked}), so any
 * number of nodes can sweep at once. Of a log the charges that are over go first, the counter last.
 */
final class Sweeper implements AutoCloseable {
  private static final int ROWS = 500;
  private static final long PAUSE_MILLIS = 1_000;
  private static final RowKey START = RowKey.of(new byte[0]);

  private final JdbcStore store;
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "throttlex-sweeper");
            thread.setDaemon(true);
            return thread;
          });
  private final Walk counters = new Walk("sweep");
  private final List<Walk> others =
      List.of(new Walk("sweep-reservation"), new Walk("sweep-replay"));

  Sweeper(JdbcStore store) {
    this.store = store;
  }

  /** Begins to sweep every second or so, more often while there is much to delete. */
  void start() {
    later(PAUSE_MILLIS);
  }

  private void later(long millis) {
    if (!clock.isShutdown()) {
      long jittered = ThreadLocalRandom.current().nextLong(millis / 2, millis * 3 / 2);
      var unused = clock.schedule(this::run, jittered, TimeUnit.MILLISECONDS);
    }
  }

  private void run() {
    var unused =
        store
            .sweep()
            .whenComplete(
                (deleted, failure) ->
                    later(failure == null && deleted > ROWS / 2 ? 20 : PAUSE_MILLIS));
  }

  /** How far the walk over one table has come. */
  private static final class Walk {
    final String name;
    RowKey at = START;

    Walk(String name) {
      this.name = name;
    }
  }

  /** A counter and up to which time its charges in the log are over. */
  private record Seen(RowKey key, long id, long over, boolean expired) {}

  /** Sweeps some rows of each table; returns how many were deleted. */
  int sweep(Transaction transaction) throws SQLException {
    long now = transaction.time();
    int deleted = sweepCounters(transaction, now);
    for (Walk walk : others) {
      List<RowKey> expired = new ArrayList<>();
      List<RowKey> seen = new ArrayList<>();
      transaction
          .call(walk.name + "-read")
          .bytes(walk.at)
          .number(ROWS)
          .rows(
              row -> {
                RowKey key = RowKey.of(row.getBytes("key_id"));
                seen.add(key);
                if (row.getLong("expires_at") < now) {
                  expired.add(key);
                }
              });
      walk.at = next(seen);
      deleted += delete(transaction, walk, expired, now);
    }
    return deleted;
  }

  private static RowKey next(List<RowKey> seen) {
    return seen.size() < ROWS ? START : seen.get(seen.size() - 1);
  }

  private int sweepCounters(Transaction transaction, long now) throws SQLException {
    List<Seen> seen = new ArrayList<>();
    transaction
        .call("sweep-read")
        .bytes(counters.at)
        .number(ROWS)
        .rows(
            row -> {
              boolean expired = row.getLong("expires_at") < now;
              String limits = Call.text(row, "limits");
              boolean isLog = limits.startsWith("swl:") || limits.startsWith("cc:");
              long over = expired && isLog ? Long.MAX_VALUE : row.getLong("floor_at");
              RowKey key = RowKey.of(row.getBytes("key_id"));
              seen.add(new Seen(key, row.getLong("counter_id"), over, expired));
            });
    counters.at = next(seen.stream().map(Seen::key).toList());
    Map<Long, Integer> charges = sweepLogs(transaction, seen);
    List<RowKey> expired = new ArrayList<>();
    for (Seen counter : seen) {
      if (counter.expired && !charges.containsKey(counter.id)) {
        expired.add(counter.key);
      }
    }
    int deleted = charges.values().stream().mapToInt(Integer::intValue).sum();
    return deleted + delete(transaction, counters, expired, now);
  }

  /** Deletes charges that are over; how many of each counter. */
  private static Map<Long, Integer> sweepLogs(Transaction transaction, List<Seen> seen)
      throws SQLException {
    Map<Long, Integer> deleted = new LinkedHashMap<>();
    List<Seen> logs = seen.stream().filter(counter -> counter.over > 0).toList();
    if (logs.isEmpty()) {
      return deleted;
    }
    Call call = transaction.call("sweep-log-read", logs.size());
    for (Seen log : logs) {
      call.number(log.id).number(log.over);
    }
    List<long[]> charges = new ArrayList<>();
    call.rows(
        row -> charges.add(new long[] {row.getLong("counter_id"), row.getLong("request_time")}));
    for (int from = 0; from < charges.size(); from += ROWS) {
      List<long[]> some = charges.subList(from, Math.min(charges.size(), from + ROWS));
      Call delete = transaction.call("sweep-log-delete", some.size());
      for (long[] charge : some) {
        delete.number(charge[0]).number(charge[1]);
        deleted.merge(charge[0], 1, Integer::sum);
      }
      delete.update();
    }
    return deleted;
  }

  private static int delete(Transaction transaction, Walk walk, List<RowKey> expired, long now)
      throws SQLException {
    if (expired.isEmpty()) {
      return 0;
    }
    Call lock = transaction.call(walk.name + "-lock", expired.size());
    for (RowKey key : expired) {
      lock.bytes(key);
    }
    List<RowKey> free = new ArrayList<>();
    lock.number(now).rows(row -> free.add(RowKey.of(row.getBytes("key_id"))));
    if (free.isEmpty()) {
      return 0;
    }
    Call delete = transaction.call(walk.name + "-delete", free.size());
    for (RowKey key : free) {
      delete.bytes(key);
    }
    return delete.update();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
