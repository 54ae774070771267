package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cost to charge to one limit of one key, and the answer of the store. */
public final class Charge {
  private @Nullable Key key;
  private @Nullable Limit limit;
  private int index;
  private int rule;
  private Terms terms = Terms.PLAIN;
  private long cost;

  private boolean allowed;
  private long remaining;
  private long resetAt;
  private long waitNanos;
  private long delayNanos;
  private long bookedAt;

  Charge() {}

  void ask(Key key, int index, Limit limit, long cost, int rule, Terms terms) {
    this.key = key;
    this.index = index;
    this.limit = limit;
    this.cost = cost;
    this.rule = rule;
    this.terms = terms;
  }

  /** Returns the key of the counter. */
  public Key key() {
    return Objects.requireNonNull(key);
  }

  /** Returns which of the key's limits this is, from 0: each has a counter of its own. */
  public int index() {
    return index;
  }

  /** Returns the limit that the cost is charged under. */
  public Limit limit() {
    return Objects.requireNonNull(limit);
  }

  /** Returns the cost in units; 0 for a peek. */
  public long cost() {
    return cost;
  }

  /**
   * Returns the number of the rule in the request. The charges of a rule are applied all or none.
   */
  public int rule() {
    return rule;
  }

  /** Returns the terms of the rule, which are the same for all its charges. */
  public Terms terms() {
    return terms;
  }

  /** Returns whether a denial is only reported, because the rule is in shadow mode. */
  public boolean shadow() {
    return terms.shadow();
  }

  /** Returns the longest delay in nanoseconds that the caller accepts when admitted. */
  public long maxDelay() {
    return terms.maxDelayNanos();
  }

  /** Returns the units of the limit that this charge may use up at one moment: its share. */
  public long capacity() {
    return terms.shareOf(limit().capacity());
  }

  /** Returns the units that have to be free: the cost, and the units kept for other classes. */
  public long needed() {
    long needed = cost + reserved();
    return needed < 0 ? Long.MAX_VALUE : needed;
  }

  /** Returns the units of the limit that are kept for other classes. */
  private long reserved() {
    long capacity = limit().capacity();
    return capacity - terms.shareOf(capacity);
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
    return Math.max(0, remaining - reserved());
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

  /** Copies the answer of another charge of the same counter. */
  public void answerAs(Charge same) {
    limit = same.limit;
    judged(same.allowed, same.waitNanos, same.delayNanos);
    report(same.remaining, same.resetAt, same.bookedAt);
  }

  /** Sets the limit under which the stored answer of an earlier request was given. */
  public void answeredUnder(Limit limit) {
    this.limit = limit;
  }

  /** Judges the charge on the state of its counter, which is under its limit. */
  public void judge(CounterState state, long now) {
    judge(state, state.judge(cost, needed(), now, maxDelay()), now);
  }

  /** Sets whether the cost fits a counter in that state; if not, when it will. */
  public void judge(CounterState state, boolean fits, long now) {
    long wait = fits ? 0 : state.waitFor(needed(), now, maxDelay());
    judged(fits, wait, fits && maxDelay() > 0 ? state.delay(needed(), now) : 0);
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
