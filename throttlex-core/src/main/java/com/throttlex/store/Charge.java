package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One cost against one limit of one key, and the store's answer to it. */
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

  /** Returns the limit that it is charged under. */
  public Limit limit() {
    return Objects.requireNonNull(limit);
  }

  /** Returns how many units it costs; 0 for a peek. */
  public long cost() {
    return cost;
  }

  /**
   * Returns which rule of the request it belongs to; the charges of a rule are made all or none.
   */
  public int rule() {
    return rule;
  }

  /** Returns what its rule says of all its charges. */
  public Terms terms() {
    return terms;
  }

  /** Returns whether its denial is only reported. */
  public boolean shadow() {
    return terms.shadow();
  }

  /** Returns how many nanoseconds the caller would wait after being admitted. */
  public long maxDelay() {
    return terms.maxDelayNanos();
  }

  /** The most units of the limit that it may use up at one moment; others may use the rest. */
  public long capacity() {
    return terms.shareOf(limit().capacity());
  }

  /** The units that have to be free for it: its cost, and those kept for others. */
  public long needed() {
    long needed = cost + reserved();
    return needed < 0 ? Long.MAX_VALUE : needed;
  }

  /** The units of the limit that are kept for others. */
  private long reserved() {
    long capacity = limit().capacity();
    return capacity - terms.shareOf(capacity);
  }

  /** Whether the cost fits. */
  public boolean allowed() {
    return allowed;
  }

  /** Units left after this decision, those kept for others among them. */
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

  /** Nanoseconds until the cost would fit; 0 when it does, {@link Limit#NEVER} if it never will. */
  public long waitNanos() {
    return waitNanos;
  }

  /** Nanoseconds to wait before going on, when admitted ahead of time. */
  public long delayNanos() {
    return delayNanos;
  }

  /** The time the charge was booked at. */
  public long bookedAt() {
    return bookedAt;
  }

  /** Says whether the cost fits, and if it does not when it will. */
  public void judged(boolean allowed, long waitNanos, long delayNanos) {
    this.allowed = allowed;
    this.waitNanos = waitNanos;
    this.delayNanos = delayNanos;
  }

  /** Says what state the decision has left behind. */
  public void report(long remaining, long resetAt, long bookedAt) {
    this.remaining = remaining;
    this.resetAt = resetAt;
    this.bookedAt = bookedAt;
  }

  /** Says that the answer is the one that another charge of the same counter got. */
  public void answerAs(Charge same) {
    limit = same.limit;
    judged(same.allowed, same.waitNanos, same.delayNanos);
    report(same.remaining, same.resetAt, same.bookedAt);
  }

  /** Says that the answer is that of an earlier request, given under the limit of its time. */
  public void answeredUnder(Limit limit) {
    this.limit = limit;
  }

  /** Judges it on the state of its counter, which is under its limit. */
  public void judge(CounterState state, long now) {
    judge(state, state.judge(cost, needed(), now, maxDelay()), now);
  }

  /** Says whether the cost fits a counter in that state, and if it does not when it will. */
  public void judge(CounterState state, boolean fits, long now) {
    long wait = fits ? 0 : state.waitFor(needed(), now, maxDelay());
    judged(fits, wait, fits && maxDelay() > 0 ? state.delay(needed(), now) : 0);
  }

  /** Says what state the decision has left behind, and whether the charge was applied to it. */
  public void report(CounterState state, boolean applied, long now) {
    report(state.remaining(now), state.resetAt(now), state.bookedAt(applied, now));
  }

  /** Says that the decision has left a meter behind in that state. */
  void report(Meter meter, long word, long previous, long now) {
    report(
        meter.remaining(word, previous, now),
        meter.resetAt(word, previous, now),
        meter.bookedAt(word, now));
  }
}
