package com.throttlex;

import com.throttlex.algorithm.Limit;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.store.Charge;
import com.throttlex.store.Status;

/**
 * What one limit said to a request.
 *
 * @param rule the rule's id
 * @param limit the limit
 * @param capacity the most units of it that can be used up at one moment by requests of this class
 * @param remaining units left
 * @param resetAtNanos when it is whole again, in nanoseconds since the epoch
 * @param allowed whether the request fits it
 * @param shadow whether its denial is only reported
 * @param sheds whether its denial means that capacity is wanting, not a quota used up
 * @param waitNanos how long until the request would fit; {@link Limit#NEVER} if it never will
 * @param nowNanos when it was said, by the clock that decided
 */
public record LimitStatus(
    String rule,
    Limit limit,
    long capacity,
    long remaining,
    long resetAtNanos,
    boolean allowed,
    boolean shadow,
    boolean sheds,
    long waitNanos,
    long nowNanos) {

  /** What a limit said that is the same for all classes of requests and is about a quota. */
  public LimitStatus(
      String rule,
      Limit limit,
      long remaining,
      long resetAtNanos,
      boolean allowed,
      boolean shadow,
      long waitNanos,
      long nowNanos) {
    this(
        rule,
        limit,
        limit.capacity(),
        remaining,
        resetAtNanos,
        allowed,
        shadow,
        false,
        waitNanos,
        nowNanos);
  }

  static LimitStatus of(Rule rule, Status status, long now) {
    boolean shadow = rule.mode() == Mode.SHADOW;
    boolean any = status.remaining() > 0;
    return new LimitStatus(
        rule.id(), status.limit(), status.remaining(), status.resetAt(), any, shadow, 0, now);
  }

  static LimitStatus of(Rule rule, Charge charge, long now) {
    return of(rule.id(), charge, sheds(rule), now);
  }

  static boolean sheds(Rule rule) {
    return rule.onExceed().kind() == OnExceed.Kind.SHED;
  }

  static LimitStatus of(String name, Charge charge, boolean sheds, long now) {
    return new LimitStatus(
        name,
        charge.limit(),
        charge.capacity(),
        charge.left(),
        charge.resetAt(),
        charge.allowed(),
        charge.shadow(),
        sheds,
        charge.waitNanos(),
        now);
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
