package com.throttlex;

import com.throttlex.algorithm.Limit;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Status;

/**
 * The state of one limit after a check.
 *
 * @param rule the rule's id
 * @param limit the limit
 * @param capacity the largest number of units that requests of this priority class can use at one
 *     moment
 * @param remaining the units left
 * @param resetAtNanos when the counter is full again, in nanoseconds since the epoch
 * @param allowed whether the request fits
 * @param shadow whether a denial is only reported
 * @param sheds whether a denial means that capacity is missing, not that a quota is used up
 * @param waitNanos how long until the request would fit; {@link Limit#NEVER} if it never will
 * @param nowNanos the time of the check, by the clock that decided
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

  /** The state of a limit that is a quota and has the same capacity for all priority classes. */
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

  static LimitStatus of(Rule rule, ChargeVerdict verdict, long now) {
    return of(rule.id(), verdict, sheds(rule), now);
  }

  static boolean sheds(Rule rule) {
    return rule.onExceed().kind() == OnExceed.Kind.SHED;
  }

  static LimitStatus of(String name, ChargeVerdict verdict, boolean sheds, long now) {
    return new LimitStatus(
        name,
        verdict.limit(),
        verdict.capacity(),
        verdict.left(),
        verdict.resetAt(),
        verdict.allowed(),
        verdict.charge().shadow(),
        sheds,
        verdict.waitNanos(),
        now);
  }

  /** The length of the period in whole seconds, rounded up. */
  public long windowSeconds() {
    return limit.rate().period().seconds();
  }

  /** The time at which the counter is full again, in Unix seconds, rounded up. */
  public long resetAt() {
    return Decision.secondsUp(resetAtNanos);
  }

  /** The nanoseconds until the counter is full again. */
  public long resetNanos() {
    return Math.max(0, resetAtNanos - nowNanos);
  }
}
