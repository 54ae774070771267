package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.rule.Rule;
import com.throttlex.store.Charge;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request: whether it may pass, and which limit decided.
 *
 * <p>The limit reported is the one that denied; when several did, the one that takes longest to
 * pass again; when none did, the one with the least left. A request that no rule applies to has
 * none.
 */
public final class Decision {
  private static final long SECOND = 1_000_000_000L;

  /** Allow, deny or allow after a wait. */
  public enum Verdict {
    ALLOW,
    DENY,
    DELAY
  }

  private final boolean allowed;
  private final boolean shadow;
  private final boolean sheds;
  private final long nowNanos;
  private final long delayNanos;
  private final State state;
  private final @Nullable String rule;
  private final @Nullable Limit limit;
  private final long capacity;
  private final long remaining;
  private final long resetAtNanos;
  private final long waitNanos;
  private final int reported;
  private final @Nullable List<LimitStatus> all;
  private final @Nullable String reservation;
  private final boolean degraded;

  /** Reports a charge; the list is null when there was no other. */
  Decision(
      boolean allowed,
      long nowNanos,
      long delayNanos,
      State state,
      Rule rule,
      Charge deciding,
      int reported,
      @Nullable List<LimitStatus> all,
      @Nullable String reservation,
      boolean degraded) {
    this.allowed = allowed;
    this.nowNanos = nowNanos;
    this.delayNanos = delayNanos;
    this.state = state;
    this.rule = rule.id();
    this.limit = deciding.limit();
    this.sheds = LimitStatus.sheds(rule);
    this.shadow = deciding.shadow();
    this.capacity = deciding.capacity();
    this.remaining = deciding.left();
    this.resetAtNanos = deciding.resetAt();
    this.waitNanos = deciding.waitNanos();
    this.reported = reported;
    this.all = all;
    this.reservation = reservation;
    this.degraded = degraded;
  }

  /** The answer to a request that no rule applies to. */
  Decision(boolean allowed, long nowNanos) {
    this(allowed, nowNanos, false);
  }

  private Decision(boolean allowed, long nowNanos, boolean degraded) {
    this.allowed = allowed;
    this.nowNanos = nowNanos;
    this.delayNanos = 0;
    this.state = allowed ? State.NORMAL : State.THROTTLED;
    this.rule = null;
    this.limit = null;
    this.shadow = false;
    this.sheds = false;
    this.capacity = -1;
    this.remaining = -1;
    this.resetAtNanos = nowNanos;
    this.waitNanos = allowed ? 0 : Limit.NEVER;
    this.reported = -1;
    this.all = null;
    this.reservation = null;
    this.degraded = degraded;
  }

  private Decision(
      boolean allowed,
      long nowNanos,
      long delayNanos,
      State state,
      List<LimitStatus> all,
      int reported,
      @Nullable String reservation,
      boolean degraded) {
    LimitStatus deciding = all.get(reported);
    this.allowed = allowed;
    this.nowNanos = nowNanos;
    this.delayNanos = delayNanos;
    this.state = state;
    this.rule = deciding.rule();
    this.limit = deciding.limit();
    this.shadow = deciding.shadow();
    this.sheds = deciding.sheds();
    this.capacity = deciding.capacity();
    this.remaining = deciding.remaining();
    this.resetAtNanos = deciding.resetAtNanos();
    this.waitNanos = deciding.waitNanos();
    this.reported = reported;
    this.all = List.copyOf(all);
    this.reservation = reservation;
    this.degraded = degraded;
  }

  /** A decision that was made elsewhere. */
  public static Decision madeElsewhere(
      boolean allowed,
      long nowNanos,
      Duration delay,
      State state,
      List<LimitStatus> limits,
      int reported,
      @Nullable String reservation,
      boolean degraded) {
    return limits.isEmpty()
        ? new Decision(allowed, nowNanos, degraded)
        : new Decision(
            allowed, nowNanos, delay.toNanos(), state, limits, reported, reservation, degraded);
  }

  /** An answer that no rule gave, because what should have decided could not. */
  public static Decision withoutRules(boolean allowed, long nowNanos) {
    return new Decision(allowed, nowNanos, true);
  }

  /** The same decision, made because what should have decided could not. */
  public Decision asDegraded() {
    return rule == null
        ? new Decision(allowed, nowNanos, true)
        : new Decision(
            allowed, nowNanos, delayNanos, state, limits(), reported(), reservation, true);
  }

  /** Whether the request may pass, at once or after {@link #delayNanos}. */
  public boolean allowed() {
    return allowed;
  }

  /** Whether it was denied because capacity is wanting, not because a quota is used up. */
  public boolean isShed() {
    return !allowed && sheds;
  }

  /** The answer in one word. */
  public Verdict verdict() {
    return !allowed ? Verdict.DENY : delayNanos > 0 ? Verdict.DELAY : Verdict.ALLOW;
  }

  /** All limits that were asked, in the order of the rules. */
  public List<LimitStatus> limits() {
    if (all != null) {
      return all;
    }
    if (rule == null || limit == null) {
      return List.of();
    }
    boolean fits = waitNanos == 0;
    return List.of(
        new LimitStatus(
            rule,
            limit,
            capacity,
            remaining,
            resetAtNanos,
            fits,
            shadow,
            sheds,
            waitNanos,
            nowNanos));
  }

  /** The place of the limit reported among {@link #limits}; −1 when no rule applies. */
  public int reported() {
    return reported;
  }

  /** The id of the rule reported, or null when no rule applies. */
  public @Nullable String rule() {
    return rule;
  }

  /** The algorithm of the limit reported, or null when no rule applies. */
  public @Nullable Algorithm algorithm() {
    return limit == null ? null : limit.algorithm();
  }

  /** The most units that can be used up at one moment; −1 when no rule applies. */
  public long limit() {
    return capacity;
  }

  /** The units left; −1 when no rule applies. */
  public long remaining() {
    return remaining;
  }

  /** The units in use; 0 when no rule applies. */
  public long currentCount() {
    return limit() - remaining;
  }

  /** When the limit is whole again, in Unix seconds, rounded up. */
  public long resetAt() {
    return secondsUp(resetAtNanos);
  }

  /** How many nanoseconds to wait before asking again; 0 when allowed, NEVER if it is no use. */
  public long waitNanos() {
    return allowed ? 0 : waitNanos;
  }

  /**
   * How many whole seconds to wait before asking again, rounded up: 0 when allowed, at least 1 when
   * denied, and the limit's period when waiting is no use.
   */
  public long retryAfter() {
    if (allowed) {
      return 0;
    }
    if (waitNanos == Limit.NEVER) {
      return limit == null ? 1 : limit.rate().period().seconds();
    }
    return Math.max(1, secondsUp(waitNanos));
  }

  /** How many nanoseconds an admitted request has to wait before it goes on. */
  public long delayNanos() {
    return delayNanos;
  }

  /** The same in milliseconds, rounded up. */
  public long delayMillis() {
    return (delayNanos + 999_999) / 1_000_000;
  }

  /**
   * Returns this decision when its delay has passed, for a client that cannot be told to wait; at
   * once without a delay.
   */
  public CompletionStage<Decision> afterDelay() {
    long nanos = delayNanos();
    return nanos <= 0
        ? CompletableFuture.completedFuture(this)
        : CompletableFuture.supplyAsync(
            () -> this, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS));
  }

  /** How close the key is to its limit. */
  public State state() {
    return state;
  }

  /** Whether the store could not be asked and something else decided. */
  public boolean degraded() {
    return degraded;
  }

  /** The name under which the charge can be settled, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /** When it was decided, in nanoseconds since the epoch. */
  public long nowNanos() {
    return nowNanos;
  }

  static long secondsUp(long nanos) {
    return nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1);
  }

  @Override
  public String toString() {
    return verdict() + " by " + rule + ", " + remaining + " of " + limit() + " left";
  }
}
