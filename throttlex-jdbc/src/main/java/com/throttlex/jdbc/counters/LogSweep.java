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
 * Deletes charges that are over, of some logs, and not too many of them at once.
 *
 * <p>Of a log that has ended and is locked all go. A log in use is not locked, as requests would
 * have to wait: of it those go that its floor says are over. The floor is read after the charges,
 * for when the clock goes back it sinks, and then there are charges above it that were below
 * before.
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

  /** A log that has ended and is locked. */
  void addEnded(long counter) {
    over.put(counter, Long.MAX_VALUE);
  }

  /** A counter in use whose floor was there when it was seen. */
  void addInUse(RowKey key, long counter, long floor) {
    over.put(counter, floor);
    inUse.put(counter, key);
  }

  /** Deletes some; returns how many. */
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

  /** Whether a counter may still have charges. */
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
