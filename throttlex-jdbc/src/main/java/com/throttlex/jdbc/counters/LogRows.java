package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.counters.StoredLog.Entry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows with the charges of logs. */
final class LogRows {
  private final Transaction transaction;

  LogRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Returns at most that many charges of a counter after that time, oldest first. */
  List<Entry> page(long counter, long after, int most) {
    try {
      List<Entry> page = new ArrayList<>();
      transaction
          .call("log-read", 1)
          .number(counter)
          .number(after)
          .number(most)
          .rows(row -> page.add(entry(row)));
      return page;
    } catch (SQLException e) {
      throw new UncheckedSqlException(e);
    }
  }

  /**
   * The units that were given back of a charge.
   *
   * @param isAll whether nothing is left of the charge
   * @param before the time of the charge before it, or 0
   */
  record Refund(long units, boolean isAll, long before) {}

  /** Gives back up to that many units of the charge of that time, if it is after the floor. */
  Refund refund(long counter, long bookedAt, long floor, long units) {
    try {
      List<Entry> charges = new ArrayList<>();
      transaction
          .call("log-charge")
          .number(counter)
          .number(bookedAt)
          .number(floor)
          .rows(row -> charges.add(entry(row)));
      if (charges.isEmpty() || charges.get(0).at() != bookedAt) {
        return new Refund(0, false, 0);
      }
      long refund = Math.min(units, charges.get(0).units());
      long left = charges.get(0).units() - refund;
      transaction.call("log-correct").number(left).number(counter).number(bookedAt).update();
      return new Refund(refund, left == 0, charges.size() > 1 ? charges.get(1).at() : 0);
    } catch (SQLException e) {
      throw new UncheckedSqlException(e);
    }
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(row.getLong("request_time"), row.getLong("units"));
  }

  /** Reads the oldest charges of all logs at once. */
  void read(Collection<SqlCounter> counters) throws SQLException {
    Map<Long, StoredLog> unread = new HashMap<>();
    for (SqlCounter counter : counters) {
      Log log = counter.log();
      if (log != null && log.stored().isUnread()) {
        unread.put(counter.id(), log.stored());
      }
    }
    if (unread.isEmpty()) {
      return;
    }
    BoundStatement call = transaction.call("log-read", unread.size());
    Map<Long, List<Entry>> pages = new HashMap<>();
    for (StoredLog log : unread.values()) {
      call.number(log.counter()).number(log.after()).number(StoredLog.FIRST);
    }
    call.rows(
        row ->
            pages
                .computeIfAbsent(row.getLong("counter_id"), unused -> new ArrayList<>())
                .add(entry(row)));
    unread.forEach((id, log) -> log.add(pages.getOrDefault(id, List.of())));
  }

  /** Writes new charges to the logs, and first deletes expired charges in their place. */
  void write(Collection<SqlCounter> changed) throws SQLException {
    List<SqlCounter> added = new ArrayList<>();
    for (SqlCounter counter : changed) {
      Log log = counter.log();
      if (log == null) {
        continue;
      }
      if (log.purged() > 0) {
        transaction.call("log-purge").number(counter.id()).number(log.purged()).update();
      }
      if (log.added() != null) {
        added.add(counter);
      }
    }
    if (!added.isEmpty()) {
      writeAdded(added);
    }
  }

  private void writeAdded(List<SqlCounter> counters) throws SQLException {
    BoundStatement call = transaction.call("log-write", counters.size());
    for (SqlCounter counter : counters) {
      Log log = counter.log();
      Entry added = log == null ? null : log.added();
      if (added != null) {
        call.number(counter.id()).number(added.at()).number(added.units());
      }
    }
    call.update();
  }
}
