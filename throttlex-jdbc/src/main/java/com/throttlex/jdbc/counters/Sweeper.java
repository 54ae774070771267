package com.throttlex.jdbc.counters;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Deletes expired rows in the background, without delaying requests.
 *
 * <p>It walks each table in the order of its keys, a few hundred rows at a time, so it needs no
 * index by time. It skips rows in use ({@code skip locked}), so any number of nodes can sweep at
 * once. Of a log, the expired charges are deleted first and the counter last.
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
      List.of(new Walk("sweep-reservation"), new Walk("sweep-replay"), new Walk("sweep-note"));

  Sweeper(JdbcStore store) {
    this.store = store;
  }

  /** Starts to sweep about every second, more often while there is much to delete. */
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

  /** The position of the walk over one table. */
  private static final class Walk {
    final String name;
    RowKey at = START;

    Walk(String name) {
      this.name = name;
    }
  }

  /** A counter as it was read; others may charge it at any time. */
  private record Seen(RowKey key, long id, boolean isLog, long floor, boolean expired) {}

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
      deleted += delete(transaction, walk, lock(transaction, walk, expired, now));
    }
    return deleted;
  }

  private static RowKey next(List<RowKey> seen) {
    return seen.size() < ROWS ? START : seen.get(seen.size() - 1);
  }

  private int sweepCounters(Transaction transaction, long now) throws SQLException {
    List<Seen> seen = read(transaction, now);
    List<RowKey> expired = seen.stream().filter(Seen::expired).map(Seen::key).toList();
    Set<RowKey> ended = new HashSet<>(lock(transaction, counters, expired, now));
    LogSweep logs = new LogSweep(transaction);
    for (Seen counter : seen) {
      if (counter.isLog && ended.contains(counter.key)) {
        logs.addEnded(counter.id);
      } else if (counter.floor > 0) {
        logs.addInUse(counter.key, counter.id, counter.floor);
      }
    }
    int deleted = logs.run();
    seen.stream().filter(counter -> logs.isLeft(counter.id)).map(Seen::key).forEach(ended::remove);
    return deleted + delete(transaction, counters, ended);
  }

  private List<Seen> read(Transaction transaction, long now) throws SQLException {
    List<Seen> seen = new ArrayList<>();
    transaction
        .call("sweep-read")
        .bytes(counters.at)
        .number(ROWS)
        .rows(
            row ->
                seen.add(
                    new Seen(
                        RowKey.of(row.getBytes("key_id")),
                        row.getLong("counter_id"),
                        isLog(BoundStatement.text(row, "limits")),
                        row.getLong("floor_at"),
                        row.getLong("expires_at") < now)));
    counters.at = next(seen.stream().map(Seen::key).toList());
    return seen;
  }

  private static boolean isLog(String limits) {
    return limits.startsWith("swl:") || limits.startsWith("cc:");
  }

  /** Locks those of the expired rows that are not in use. */
  private static List<RowKey> lock(
      Transaction transaction, Walk walk, List<RowKey> expired, long now) throws SQLException {
    List<RowKey> free = new ArrayList<>();
    if (!expired.isEmpty()) {
      BoundStatement lock = transaction.call(walk.name + "-lock", expired.size());
      for (RowKey key : expired) {
        lock.bytes(key);
      }
      lock.number(now).rows(row -> free.add(RowKey.of(row.getBytes("key_id"))));
    }
    return free;
  }

  private static int delete(Transaction transaction, Walk walk, Collection<RowKey> locked)
      throws SQLException {
    if (locked.isEmpty()) {
      return 0;
    }
    BoundStatement delete = transaction.call(walk.name + "-delete", locked.size());
    for (RowKey key : locked) {
      delete.bytes(key);
    }
    return delete.update();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
