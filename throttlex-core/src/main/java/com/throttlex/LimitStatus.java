package com.throttlex;

import com.throttlex.algorithm.Limit;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.store.Charge;
import com.throttlex.store.Status;

/**
 * What one limit said to a request.
 *
 * @param rule the rule's id
 * @param limit the limit
 * @param remaining units left
 * @param resetAtNanos when it is whole again, in nanoseconds since the epoch
 * @param allowed whether the request fits it
 * @param shadow whether its denial is only reported
 * @param waitNanos how long until the request would fit; {@link Limit#NEVER} if it never will
 * @param nowNanos when it was said, by the clock that decided
 */
public record LimitStatus(
    String rule,
    Limit limit,
    long remaining,
    long resetAtNanos,
    boolean allowed,
    boolean shadow,
    long waitNanos,
    long nowNanos) {

  static LimitStatus of(Rule rule, Status status, long now) {
    boolean shadow = rule.mode() == Mode.SHADOW;
    boolean any = status.remaining() > 0;
    return new LimitStatus(
        rule.id(), status.limit(), status.remaining(), status.resetAt(), any, shadow, 0, now);
  }

  static LimitStatus of(String name, Charge charge, long now) {
    return new LimitStatus(
        name,
        charge.limit(),
        charge.remaining(),
        charge.resetAt(),
        charge.allowed(),
        charge.shadow(),
        charge.waitNanos(),
        now);
  }

  /** The most units that can be used up at one moment. */
  public long capacity() {
    return limit.capacity();
  }

  /** The length of the period in whole seconds, rounded up. */
  public long windowSeconds() {
    return limit.rate().period().seconds();
  }

  /** When it is whole again, in Unix seconds, rounded up. */
  public long resetAt() {
    return Decision.secondsUp(resetAtNanos);
  }

  /** How many nanoseconds it takes to be whole again. */
  public long resetNanos() {
    return Math.max(0, resetAtNanos - nowNanos);
  }
}
