package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.store.Charge;
import com.throttlex.store.Status;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A counter within one transaction: the limit it was last charged under, and its state. */
final class Counter {
  private final RowKey key;
  private final long id;
  private @Nullable Limit limit;
  private long word;
  private long previous;
  private long floor;
  private @Nullable Log log;
  private boolean changed;

  /** A counter that was never charged. */
  Counter(RowKey key, long id) {
    this.key = key;
    this.id = id;
  }

  /**
   * A counter as its row says.
   *
   * @param word of a log: the units in use
   * @param previous of a log: the time of the newest charge
   * @param endsAt when it is over
   */
  Counter(
      RowKey key,
      long id,
      Limit limit,
      long word,
      long previous,
      long floor,
      long endsAt,
      StoredLog.Pages pages) {
    this(key, id);
    this.limit = limit;
    this.word = word;
    this.previous = previous;
    this.floor = floor;
    if (limit instanceof SlidingLog) {
      StoredLog stored = word == 0 ? StoredLog.none() : new StoredLog(id, floor, pages);
      log = new Log(stored, word, previous, floor, endsAt - period(limit));
    }
  }

  private Counter(Counter other) {
    this(other.key, other.id);
    limit = other.limit;
    word = other.word;
    previous = other.previous;
    floor = other.floor;
    log = other.log == null ? null : other.log.copy();
  }

  /** A copy to ask, so that nothing changes. */
  Counter copy() {
    return new Counter(this);
  }

  RowKey key() {
    return key;
  }

  long id() {
    return id;
  }

  /** Whether it was ever charged. */
  boolean isKnown() {
    return limit != null;
  }

  Limit limit() {
    return Objects.requireNonNull(limit);
  }

  @Nullable Log log() {
    return log;
  }

  boolean hasChanged() {
    return changed;
  }

  /** What the row says: the word, or the units of a log. */
  long word() {
    return log == null ? word : log.total();
  }

  /** What the row says: the word of the window before, or the time of a log's newest charge. */
  long previous() {
    return log == null ? previous : log.newest();
  }

  /** The time up to which charges of a log are over. */
  long floor() {
    return log == null ? floor : log.floor();
  }

  /** Takes on a limit, with what has been consumed. */
  void adopt(Limit wanted, long now) throws SQLException {
    Limit old = limit;
    if (old == null) {
      begin(wanted);
    } else if (!wanted.equals(old)) {
      tidy(old, now);
      if (!wanted.sharesStateWith(old)) {
        convert(wanted, used(old, now), now);
      } else if (log != null) {
        log.leave(now);
      }
      changed = true;
    }
    limit = wanted;
    tidy(wanted, now);
  }

  private void begin(Limit wanted) {
    if (wanted instanceof SlidingLog) {
      log = Log.empty(floor);
    }
  }

  private void convert(Limit wanted, long used, long now) {
    if (log != null) {
      log.clear();
      floor = log.floor();
      log = null;
    }
    word = 0;
    previous = 0;
    if (wanted instanceof Meter meter) {
      word = meter.wordOf(used, now);
    } else {
      log = Log.empty(floor);
      log.add(used, now);
    }
  }

  private void tidy(Limit by, long now) throws SQLException {
    if (log != null) {
      log.tidy(period(by), now);
    }
  }

  private static long period(Limit limit) {
    return limit.rate().period().nanos();
  }

  /** The units in use, of a log that is tidy. */
  private long used(Limit by, long now) {
    return by instanceof Meter meter ? meter.used(word, previous, now) : log(this).total();
  }

  private static Log log(Counter counter) {
    return Objects.requireNonNull(counter.log);
  }

  /** Judges a charge whose limit was adopted. */
  void judge(Charge charge, long now) throws SQLException {
    if (charge.limit() instanceof Meter meter) {
      long after =
          meter.charge(word, previous, charge.cost(), charge.needed(), now, charge.maxDelay());
      charge.judge(meter, word, previous, after != Meter.DENIED, now);
      return;
    }
    long needed = charge.needed();
    boolean fits = needed <= limit().capacity() - log(this).total();
    long wait = fits ? 0 : Math.max(1, log(this).waitFor(limit(), needed, now));
    charge.judged(fits, wait, 0);
  }

  /** Carries a judged charge out if it counts, and reports the state that it leaves. */
  void conclude(Charge charge, boolean counts, long now) {
    changed |= counts;
    if (charge.limit() instanceof Meter meter) {
      if (counts) {
        long after = meter.charge(word, previous, charge.cost(), now, charge.maxDelay());
        previous = meter.previousAfter(word, previous, after);
        word = after;
      }
      charge.report(meter, word, previous, now);
    } else {
      long at = counts ? log(this).add(charge.cost(), now) : now;
      Status status = status(now);
      charge.report(status.remaining(), status.resetAt(), at);
    }
  }

  /** Corrects an earlier charge of a meter, or adds to a log. */
  void settle(long bookedAt, long delta, long now) {
    changed = true;
    if (limit instanceof Meter meter) {
      long before = previous;
      previous = meter.settlePrevious(word, before, bookedAt, delta, now);
      word = meter.settle(word, before, bookedAt, delta, now);
    } else {
      log(this).add(delta, now);
    }
  }

  /** Gives units of a log's stored charge back. */
  void giveBack(long units, long newestLeft) {
    changed = true;
    log(this).giveBack(units, newestLeft);
  }

  /** When it is over: a log when its latest change is, even if that was taken back. */
  long endsAt(long now) {
    return log == null ? status(now).resetAt() : log.latest() + period(limit());
  }

  /** What can be said of it, a log being tidy. */
  Status status(long now) {
    Limit of = limit();
    if (of instanceof Meter meter) {
      return new Status(
          of, meter.remaining(word, previous, now), meter.resetAt(word, previous, now));
    }
    long newest = log(this).newest();
    return new Status(
        of,
        Math.max(0, of.capacity() - log(this).total()),
        newest == 0 ? now : Math.max(now, newest + period(of)));
  }
}
