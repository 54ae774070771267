package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Limit;
import com.throttlex.jdbc.counters.StoredLog.Entry;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a sliding log or a concurrency limit within one transaction.
 *
 * <p>The row says how many units are in use, when the newest charge was made, the floor (charges up
 * to that time are over and count no more, whether they were deleted or not) and the latest change,
 * before which nothing is decided: see {@link com.throttlex.algorithm.SlidingLog}. The charges
 * themselves are rows of their own, of which only the oldest are read. What is over is left out for
 * the transaction; the row says so once something is charged.
 */
final class Log {
  /** More than this is never in use, so that settled costs cannot overflow the total. */
  private static final long MOST_UNITS = 1L << 61;

  private StoredLog stored;
  private int head;
  private long total;
  private long newest;
  private long floor;
  private long latest;
  private long addedAt;
  private long added;
  private long purged;

  Log(StoredLog stored, long total, long newest, long floor, long latest) {
    this.stored = stored;
    this.total = total;
    this.newest = newest;
    this.floor = floor;
    this.latest = latest;
  }

  /** A log of no charges, under a floor that an earlier one has left. */
  static Log empty(long floor) {
    return new Log(StoredLog.none(), 0, 0, floor, 0);
  }

  Log copy() {
    Log copy = new Log(stored, total, newest, floor, latest);
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

  long newest() {
    return newest;
  }

  long floor() {
    return floor;
  }

  /** When it was changed last, or 0. */
  long latest() {
    return latest;
  }

  /** Units charged in this transaction, all at one time. */
  @Nullable Entry added() {
    return added == 0 ? null : new Entry(addedAt, added);
  }

  /** Stored charges up to this time are in the way and have to go; 0 for none. */
  long purged() {
    return purged;
  }

  /** Leaves out what is over. */
  void tidy(long period, long now) throws SQLException {
    long at = Math.max(now, latest);
    if (newest == 0) {
      return;
    }
    if (newest + period <= at) {
      clear();
      return;
    }
    for (Entry oldest = stored.at(head);
        oldest != null && oldest.at() + period <= at;
        oldest = stored.at(head)) {
      total -= oldest.units();
      floor = oldest.at();
      head++;
    }
  }

  /** Leaves a limit, by which it is tidy, for another: what is over does not come back. */
  void leave(long now) {
    latest = latest == 0 ? 0 : Math.max(now, latest);
  }

  /** Forgets everything. */
  void clear() {
    floor = Math.max(floor, newest);
    stored = StoredLog.none();
    head = 0;
    total = 0;
    newest = 0;
    added = 0;
  }

  /** Books a charge, at now or at the latest change if that is later; returns the time. */
  long add(long cost, long now) {
    long at = Math.max(now, latest);
    long units = Math.min(cost, MOST_UNITS - total);
    if (units > 0) {
      if (at <= floor) {
        purged = floor; // a log of before, and what is over stands where new charges go
        floor = at - 1;
      }
      addedAt = at;
      added += units;
      newest = at;
      latest = at;
      total += units;
    }
    return at;
  }

  /** Gives units of a stored charge back; the newest that is left may be an earlier one. */
  void giveBack(long units, long newestLeft) {
    total -= units;
    newest = newestLeft;
  }

  /** Nanoseconds until the cost fits if nothing else is charged, or {@link Limit#NEVER}. */
  long waitFor(Limit limit, long cost, long now) throws SQLException {
    if (cost > limit.capacity()) {
      return Limit.NEVER;
    }
    long excess = total + cost - limit.capacity();
    long last = newest;
    for (int i = head; excess > 0; i++) {
      Entry entry = stored.at(i);
      if (entry == null) {
        last = newest;
        break;
      }
      last = entry.at();
      excess -= entry.units();
    }
    return last + limit.rate().period().nanos() - now;
  }
}
