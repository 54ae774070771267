package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import org.jspecify.annotations.Nullable;

/** The answer of a store to one charge. */
public final class ChargeVerdict {
  private final Charge charge;
  private @Nullable Limit under;
  private boolean allowed;
  private long remaining;
  private long resetAt;
  private long waitNanos;
  private long delayNanos;
  private long bookedAt;

  ChargeVerdict(Charge charge) {
    this.charge = charge;
  }

  void start() {
    under = null;
  }

  /** Returns the charge that this is the answer to. */
  public Charge charge() {
    return charge;
  }

  /** Returns the limit of the answer: that of the charge, or a local share, or an earlier limit. */
  public Limit limit() {
    return under == null ? charge.limit() : under;
  }

  /** Returns the units of the limit that the charge may use up at one moment: its share. */
  public long capacity() {
    return charge.terms().shareOf(limit().capacity());
  }

  /** Returns whether the cost fits. */
  public boolean allowed() {
    return allowed;
  }

  /** Returns the units left after this decision, including those kept for other classes. */
  public long remaining() {
    return remaining;
  }

  /** Returns the units left after this decision that charges of the same class may use. */
  public long left() {
    long capacity = limit().capacity();
    return Math.max(0, remaining - (capacity - charge.terms().shareOf(capacity)));
  }

  /** Returns when the counter is full again, in nanoseconds since the epoch. */
  public long resetAt() {
    return resetAt;
  }

  /**
   * Returns the nanoseconds until the cost fits; 0 if it fits now, {@link Limit#NEVER} if never.
   */
  public long waitNanos() {
    return waitNanos;
  }

  /** Returns the nanoseconds that an admitted request has to wait before it proceeds. */
  public long delayNanos() {
    return delayNanos;
  }

  /** Returns the time at which the charge is recorded in the counter. */
  public long bookedAt() {
    return bookedAt;
  }

  /** Sets whether the cost fits; if not, when it will. */
  public void judged(boolean allowed, long waitNanos, long delayNanos) {
    this.allowed = allowed;
    this.waitNanos = waitNanos;
    this.delayNanos = delayNanos;
  }

  /** Sets the state of the counter after the decision. */
  public void report(long remaining, long resetAt, long bookedAt) {
    this.remaining = remaining;
    this.resetAt = resetAt;
    this.bookedAt = bookedAt;
  }

  /** Copies the answer to a charge of the same counter in another request. */
  public void answerAs(ChargeVerdict other) {
    under = other.limit();
    judged(other.allowed, other.waitNanos, other.delayNanos);
    report(other.remaining, other.resetAt, other.bookedAt);
  }

  /** Sets the limit under which the stored answer of an earlier request was given. */
  public void answeredUnder(Limit limit) {
    under = limit;
  }

  /** Judges the charge on the state of its counter, which is under its limit. */
  public void judge(CounterState state, long now) {
    judge(state, state.judge(charge.cost(), charge.needed(), now, charge.maxDelay()), now);
  }

  /** Sets whether the cost fits a counter in that state; if not, when it will. */
  public void judge(CounterState state, boolean fits, long now) {
    under = null;
    long maxDelay = charge.maxDelay();
    long wait = fits ? 0 : state.waitFor(charge.needed(), now, maxDelay);
    judged(fits, wait, fits && maxDelay > 0 ? state.delay(charge.needed(), now) : 0);
  }

  /** Sets the state of the counter after the decision, and whether the charge was applied to it. */
  public void report(CounterState state, boolean applied, long now) {
    report(state.remaining(now), state.resetAt(now), state.bookedAt(applied, now));
  }

  /** Sets the state of a meter after the decision. */
  void report(Meter meter, long word, long previous, long now) {
    report(
        meter.remaining(word, previous, now),
        meter.resetAt(word, previous, now),
        meter.bookedAt(word, now));
  }
}
