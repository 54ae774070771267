package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Limit;
import com.throttlex.jdbc.counters.StoredLog.Entry;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a sliding log or a concurrency limit within one transaction.
 *
 * <p>The row says how many units are in use, when the newest charge was made, and the floor:
 * charges up to that time are over and count no more, whether they were deleted or not. The charges
 * themselves are rows of their own, of which only the oldest are read.
 */
final class Log {
  /** More than this is never in use, so that settled costs cannot overflow the total. */
  private static final long MOST_UNITS = 1L << 61;

  private StoredLog stored;
  private int head;
  private long total;
  private long newest;
  private long floor;
  private long addedAt;
  private long added;
  private long purged;

  Log(StoredLog stored, long total, long newest, long floor) {
    this.stored = stored;
    this.total = total;
    this.newest = newest;
    this.floor = floor;
  }

  /** A log of no charges, under a floor that an earlier one has left. */
  static Log empty(long floor) {
    return new Log(StoredLog.none(), 0, 0, floor);
  }

  Log copy() {
    Log copy = new Log(stored, total, newest, floor);
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

  /** Units charged in this transaction, all at one time. */
  @Nullable Entry added() {
    return added == 0 ? null : new Entry(addedAt, added);
  }

  /** Stored charges up to this time are in the way and have to go; 0 for none. */
  long purged() {
    return purged;
  }

  /** Forgets what is over; true when there was something. */
  boolean tidy(long period, long now) throws SQLException {
    if (newest == 0) {
      return false;
    }
    if (newest + period <= now) {
      clear();
      return true;
    }
    long before = total;
    int first = head;
    for (Entry oldest = stored.at(head);
        oldest != null && oldest.at() + period <= now;
        oldest = stored.at(head)) {
      total -= oldest.units();
      floor = oldest.at();
      head++;
    }
    return total != before || head != first;
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

  /** Books a charge, at now or at the newest charge's time if that is later; returns the time. */
  long add(long cost, long now) {
    long at = Math.max(now, newest);
    long units = Math.min(cost, MOST_UNITS - total);
    if (units > 0) {
      if (at <= floor) {
        purged = floor; // the clock went back, and what is over stands where new charges go
        floor = at - 1;
      }
      addedAt = at;
      added += units;
      newest = at;
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
