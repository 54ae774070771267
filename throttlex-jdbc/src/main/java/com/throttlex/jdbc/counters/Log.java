package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.ChargeLog;
import com.throttlex.jdbc.counters.StoredLog.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A sliding window log within one transaction.
 *
 * <p>The row of the counter has the units in use, the time of the newest charge, the floor and the
 * latest change. Charges up to the floor have expired, whether they were deleted or not. Each
 * charge has a row of its own; only the oldest are read. The transaction ignores expired charges,
 * and the row records this with the next charge.
 */
final class Log implements ChargeLog {
  private final long counter;
  private final LogRows rows;
  private StoredLog stored;
  private int head;
  private long total;
  private long newest;
  private long floor;
  private long latest;
  private long addedAt;
  private long added;
  private long purged;

  /**
   * Creates a log from the row of its counter.
   *
   * @param newest the time of the newest charge; 0 if there is none
   * @param floor the time up to which charges have expired
   */
  Log(long counter, LogRows rows, long total, long newest, long floor, long latest) {
    this.counter = counter;
    this.rows = rows;
    this.total = total;
    this.newest = newest;
    this.floor = floor;
    this.latest = latest;
    stored = new StoredLog(counter, floor, rows, total == 0);
  }

  @Override
  public Log copy() {
    Log copy = new Log(counter, rows, total, newest, floor, latest);
    copy.stored = stored;
    copy.head = head;
    copy.addedAt = addedAt;
    copy.added = added;
    return copy;
  }

  StoredLog stored() {
    return stored;
  }

  long total() {
    return total;
  }

  long floor() {
    return floor;
  }

  /** Returns the time up to which all charges have expired once the log is no longer used. */
  long endedAt() {
    return Math.max(floor, newest);
  }

  @Override
  public long newest() {
    return newest == 0 ? NONE : newest;
  }

  @Override
  public long latest() {
    return latest;
  }

  /** Returns the units charged in this transaction, all at one time; null if there are none. */
  @Nullable Entry added() {
    return added == 0 ? null : new Entry(addedAt, added);
  }

  /** Returns the time up to which stored charges have to be deleted first; 0 for none. */
  long purged() {
    return purged;
  }

  @Override
  public long used(long expired) {
    forget(expired);
    return total;
  }

  /** Ignores expired charges. */
  private void forget(long expired) {
    if (newest == 0) {
      return;
    }
    if (newest <= expired) {
      floor = endedAt();
      stored = new StoredLog(counter, floor, rows, true);
      head = 0;
      total = 0;
      newest = 0;
      added = 0;
      return;
    }
    for (Entry oldest = stored.at(head);
        oldest != null && oldest.at() <= expired;
        oldest = stored.at(head)) {
      total -= oldest.units();
      floor = oldest.at();
      head++;
    }
  }

  @Override
  public long freedBy(long used, long expired) {
    forget(expired);
    long excess = total - used;
    long last = newest;
    for (int i = head; excess > 0; i++) {
      Entry entry = stored.at(i);
      if (entry == null) {
        return newest;
      }
      last = entry.at();
      excess -= entry.units();
    }
    return last;
  }

  @Override
  public void add(long cost, long at, long expired) {
    long units = Math.min(cost, MOST_UNITS - total);
    if (units > 0) {
      if (at <= floor) {
        purged = floor; // expired charges of an earlier log are in the place of new charges
        floor = at - 1;
      }
      addedAt = at;
      added += units;
      newest = at;
      latest = at;
      total += units;
    }
  }

  @Override
  public void leave(long at, long expired) {
    forget(expired);
    latest = at;
  }

  @Override
  public void refund(long bookedAt, long units) {
    if (bookedAt > floor) {
      LogRows.Refund refund = rows.refund(counter, bookedAt, floor, units);
      total -= refund.units();
      newest = refund.isAll() && bookedAt == newest ? refund.before() : newest;
    }
  }
}
