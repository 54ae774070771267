package com.throttlex.algorithm;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one counter, and all operations on it. It adopts another limit, judges a charge,
 * applies it, corrects an earlier one, and returns the units left.
 *
 * <p>Every store uses it in the same way: load, judge and apply, save. A {@link Meter} computes on
 * the two words. A {@link SlidingLog} computes on the log, and the word is the time of the last
 * charge.
 *
 * <p>Mutable and reusable. Not thread-safe.
 */
public final class CounterState {
  private @Nullable Limit limit;
  private long word;
  private long previous;
  private @Nullable ChargeLog log;
  private long charged;

  /** Returns the state of a counter that was never charged. */
  public static CounterState full(Limit limit, Supplier<? extends ChargeLog> newLog) {
    return new CounterState().load(limit, 0, 0, limit instanceof SlidingLog ? newLog.get() : null);
  }

  /**
   * Loads a state.
   *
   * @param limit the limit of the last charge
   * @param previous the word of the previous window
   * @param log the charges, if the limit is a {@link SlidingLog}
   */
  public CounterState load(Limit limit, long word, long previous, @Nullable ChargeLog log) {
    this.limit = limit;
    this.word = word;
    this.previous = previous;
    this.log = log;
    return this;
  }

  /** Returns the limit of the last charge. */
  public Limit limit() {
    return Objects.requireNonNull(limit);
  }

  /** Returns the word of a meter, or the time of a log's last charge. */
  public long word() {
    return word;
  }

  /** Returns the word of the previous window. */
  public long previous() {
    return previous;
  }

  /** Returns the charges, or null under a meter. */
  public @Nullable ChargeLog log() {
    return log;
  }

  /**
   * Changes the limit and keeps the units in use: as the state itself if it means the same under
   * the new limit, or else as a number of units.
   */
  public void adopt(Limit wanted, long now, Supplier<? extends ChargeLog> newLog) {
    if (wanted.equals(limit())) {
      return;
    }
    if (!wanted.sharesStateWith(limit())) {
      convert(wanted, used(now), now, newLog);
    } else if (limit instanceof SlidingLog sliding) {
      sliding.leave(charges(), now);
    }
    limit = wanted;
  }

  private void convert(Limit wanted, long used, long now, Supplier<? extends ChargeLog> newLog) {
    previous = 0;
    if (wanted instanceof Meter meter) {
      log = null;
      word = meter.wordOf(used, now);
    } else {
      log = newLog.get();
      long at = ((SlidingLog) wanted).add(log, used, now);
      word = used == 0 ? 0 : at;
    }
  }

  /** Returns a copy that has adopted a limit. This state, and its log, stay as they are. */
  public CounterState copyUnder(Limit wanted, long now, Supplier<? extends ChargeLog> newLog) {
    boolean copied = log != null && wanted.sharesStateWith(limit());
    CounterState copy = new CounterState();
    copy.load(limit(), word, previous, copied ? charges().copy() : log);
    copy.adopt(wanted, now, newLog);
    return copy;
  }

  /** Returns the units in use. */
  public long used(long now) {
    return limit instanceof Meter meter
        ? meter.used(word, previous, now)
        : sliding().used(charges(), now);
  }

  /**
   * Judges a charge under the current limit, and returns whether it fits.
   *
   * @param needed the units that have to be free, at least the cost
   * @param maxDelay the longest delay in nanoseconds that the caller accepts when admitted
   */
  public boolean judge(long cost, long needed, long now, long maxDelay) {
    if (limit instanceof Meter meter) {
      charged = meter.charge(word, previous, cost, needed, now, maxDelay);
      return charged != Meter.DENIED;
    }
    return sliding().fits(charges(), needed, now);
  }

  /** Returns the nanoseconds until a denied charge fits, at least 1, or {@link Limit#NEVER}. */
  public long waitFor(long needed, long now, long maxDelay) {
    return Math.max(
        1,
        limit instanceof Meter meter
            ? meter.waitFor(word, previous, needed, now, maxDelay)
            : sliding().waitFor(charges(), needed, now));
  }

  /** Returns the nanoseconds that an admitted charge has to wait. */
  public long delay(long needed, long now) {
    return limit instanceof Meter meter ? meter.delay(word, needed, now) : 0;
  }

  /** Applies the charge that {@link #judge} has just found to fit. */
  public void apply(long cost, long now) {
    if (limit instanceof Meter meter) {
      previous = meter.previousAfter(word, previous, charged);
      word = charged;
    } else {
      word = sliding().add(charges(), cost, now);
    }
  }

  /** Corrects the charge of that time by delta units. */
  public void settle(long bookedAt, long delta, long now) {
    if (limit instanceof Meter meter) {
      long before = previous;
      previous = meter.settlePrevious(word, before, bookedAt, delta, now);
      word = meter.settle(word, before, bookedAt, delta, now);
    } else {
      sliding().settle(charges(), bookedAt, delta, now);
      word = charges().latest();
    }
  }

  /** Returns the units that are left, at least 0. */
  public long remaining(long now) {
    return limit instanceof Meter meter
        ? meter.remaining(word, previous, now)
        : sliding().remaining(charges(), now);
  }

  /** Returns when the counter is full again, not before now. */
  public long resetAt(long now) {
    return limit instanceof Meter meter
        ? meter.resetAt(word, previous, now)
        : sliding().resetAt(charges(), now);
  }

  /** Returns the time at which a charge that was decided now is booked. */
  public long bookedAt(boolean applied, long now) {
    if (limit instanceof Meter meter) {
      return meter.bookedAt(word, now);
    }
    return applied ? charges().latest() : now;
  }

  private SlidingLog sliding() {
    return (SlidingLog) limit();
  }

  private ChargeLog charges() {
    return Objects.requireNonNull(log);
  }
}
