package com.throttlex.jdbc.counters;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Deletes expired charges of some logs, with an upper bound per run.
 *
 * <p>Of an expired and locked log, all charges are deleted. A log in use is not locked, because
 * requests would have to wait; its charges up to the floor are deleted. The floor is read after the
 * charges: if the clock steps back, the floor sinks, and charges that were below it are above it.
 */
final class LogSweep {
  private static final int MOST = 2_000;
  private static final int AT_ONCE = 500;

  private final Transaction transaction;
  private final Map<Long, Long> over = new LinkedHashMap<>();
  private final Map<Long, RowKey> inUse = new HashMap<>();
  private final Set<Long> left = new HashSet<>();
  private final List<Charge> charges = new ArrayList<>();

  private record Charge(long counter, long time) {}

  LogSweep(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Adds an expired log that is locked. */
  void addEnded(long counter) {
    over.put(counter, Long.MAX_VALUE);
  }

  /** Adds a counter in use, with the floor that was read. */
  void addInUse(RowKey key, long counter, long floor) {
    over.put(counter, floor);
    inUse.put(counter, key);
  }

  /** Deletes some charges; returns how many. */
  int run() throws SQLException {
    if (over.isEmpty()) {
      return 0;
    }
    BoundStatement call = transaction.call("sweep-log-read", over.size());
    for (Map.Entry<Long, Long> log : over.entrySet()) {
      call.number(log.getKey()).number(log.getValue());
    }
    call.rows(
        row -> charges.add(new Charge(row.getLong("counter_id"), row.getLong("request_time"))));
    charges.forEach(charge -> left.add(charge.counter));
    keepWhatIsAboveTheFloor();
    return delete(charges.subList(0, Math.min(charges.size(), MOST)));
  }

  /** Returns whether a counter may still have charges. */
  boolean isLeft(long counter) {
    return left.contains(counter);
  }

  private void keepWhatIsAboveTheFloor() throws SQLException {
    SortedSet<RowKey> keys = new TreeSet<>();
    for (long counter : left) {
      RowKey key = inUse.get(counter);
      if (key != null) {
        keys.add(key);
      }
    }
    transaction.read(keys);
    charges.removeIf(
        charge -> {
          RowKey key = inUse.get(charge.counter);
          return key != null && charge.time > transaction.counter(key).floor();
        });
  }

  private int delete(List<Charge> some) throws SQLException {
    int deleted = 0;
    for (int from = 0; from < some.size(); from += AT_ONCE) {
      List<Charge> next = some.subList(from, Math.min(some.size(), from + AT_ONCE));
      BoundStatement call = transaction.call("sweep-log-delete", next.size());
      for (Charge charge : next) {
        call.number(charge.counter).number(charge.time);
      }
      deleted += call.update();
    }
    return deleted;
  }
}
