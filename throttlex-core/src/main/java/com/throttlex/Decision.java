package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Estimate;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.ChargeVerdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a check: whether the request may proceed, and which limit decided.
 *
 * <p>The reported limit is the one that denied the request. If several did, it is the one with the
 * longest wait; if none did, the one with the least remaining. If no rule applies, no limit is
 * reported.
 *
 * <p>This file is long because most of it is the description of its values.
 */
// Over 300 lines: a value with three ways to make it; each of its many methods returns one fact.
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

  /**
   * The id of the rule; for a denial the rule itself, which prints the key. One field is enough.
   */
  private final @Nullable Object rule;

  private final @Nullable Limit limit;
  private final long capacity;
  private final long remaining;
  private final long resetAtNanos;
  private final long waitNanos;
  private final int reported;
  private final @Nullable List<LimitStatus> all;
  private final @Nullable String reservation;
  private final boolean degraded;

  /** The request of a denial, or the estimate of an admission. One field is enough. */
  private final @Nullable Object about;

  private final boolean blocked;

  /**
   * Creates a decision that reports a verdict; the list is null if there is only that one.
   *
   * @param denied the request; null if it is allowed
   * @param estimate the estimate that the answer corrects; null if the cost is fixed
   */
  Decision(
      boolean allowed,
      long nowNanos,
      long delayNanos,
      State state,
      CompiledRule rule,
      ChargeVerdict deciding,
      int reported,
      @Nullable List<LimitStatus> all,
      @Nullable String reservation,
      boolean degraded,
      @Nullable RequestContext denied,
      boolean blocked,
      @Nullable Estimate estimate) {
    this.about = allowed ? estimate : denied;
    this.allowed = allowed;
    this.nowNanos = nowNanos;
    this.delayNanos = delayNanos;
    this.state = state;
    this.rule = allowed ? rule.rule().id() : rule;
    this.limit = deciding.limit();
    this.sheds = LimitStatus.sheds(rule.rule());
    this.shadow = deciding.charge().shadow();
    this.capacity = deciding.capacity();
    this.remaining = deciding.left();
    this.resetAtNanos = deciding.resetAt();
    this.waitNanos = deciding.waitNanos();
    this.reported = reported;
    this.all = all;
    this.reservation = reservation;
    this.degraded = degraded;
    this.blocked = blocked;
  }

  /** Creates the decision for a request that no rule applies to. */
  Decision(boolean allowed, long nowNanos) {
    this(allowed, nowNanos, false);
  }

  private Decision(boolean allowed, long nowNanos, boolean degraded) {
    this.about = null;
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
    this.blocked = false;
  }

  private Decision(
      boolean allowed,
      long nowNanos,
      long delayNanos,
      State state,
      List<LimitStatus> all,
      int reported,
      @Nullable String reservation,
      boolean degraded,
      @Nullable Object rule,
      @Nullable RequestContext denied,
      boolean blocked,
      @Nullable Estimate estimate) {
    LimitStatus deciding = all.get(reported);
    this.about = allowed ? estimate : denied;
    this.allowed = allowed;
    this.nowNanos = nowNanos;
    this.delayNanos = delayNanos;
    this.state = state;
    this.rule = rule;
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
    this.blocked = blocked;
  }

  /** Creates a decision that another process made. */
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
            allowed,
            nowNanos,
            delay.toNanos(),
            state,
            limits,
            reported,
            reservation,
            degraded,
            limits.get(reported).rule(),
            null,
            false,
            null);
  }

  /** Creates a degraded decision that no rule made, because the decider failed. */
  public static Decision withoutRules(boolean allowed, long nowNanos) {
    return new Decision(allowed, nowNanos, true);
  }

  /** Returns the same decision, marked as made in fallback. */
  public Decision asDegraded() {
    return reported < 0 ? new Decision(allowed, nowNanos, true) : marked(true, blocked);
  }

  /** Returns the same denial, marked as made by a block. */
  public Decision asBlocked() {
    return allowed || reported < 0 ? this : marked(degraded, true);
  }

  private Decision marked(boolean degraded, boolean blocked) {
    return new Decision(
        allowed,
        nowNanos,
        delayNanos,
        state,
        limits(),
        reported,
        reservation,
        degraded,
        rule,
        about instanceof RequestContext denied ? denied : null,
        blocked,
        estimate());
  }

  /** Returns whether the request may proceed, at once or after {@link #delayNanos}. */
  public boolean allowed() {
    return allowed;
  }

  /** Returns whether the denial means missing capacity, not a used-up quota. */
  public boolean isShed() {
    return !allowed && sheds;
  }

  /** Returns whether the request is denied because its key is blocked. */
  public boolean isBlocked() {
    return blocked;
  }

  /**
   * Returns whether the request may wait for a retry: it can be allowed later, and all rules of the
   * book that deny it have {@code on-exceed: queue}.
   *
   * @param book the rules that decided, which may no longer be in force
   */
  public boolean isQueued(RuleBook book) {
    return !allowed
        && waitNanos != Limit.NEVER
        && limits().stream()
            .filter(
                status -> status.rule().equals(rule()) || (!status.allowed() && !status.shadow()))
            .allMatch(status -> queues(book.rule(status.rule())));
  }

  private static boolean queues(@Nullable CompiledRule rule) {
    return rule != null && rule.rule().onExceed().kind() == OnExceed.Kind.QUEUE;
  }

  /** Returns the verdict: allow, deny or delay. */
  public Verdict verdict() {
    return !allowed ? Verdict.DENY : delayNanos > 0 ? Verdict.DELAY : Verdict.ALLOW;
  }

  /** Returns the state of all limits that were checked, in the order of the rules. */
  public List<LimitStatus> limits() {
    if (all != null) {
      return all;
    }
    String id = rule();
    if (id == null || limit == null) {
      return List.of();
    }
    boolean fits = waitNanos == 0;
    return List.of(
        new LimitStatus(
            id,
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

  /** The index of the reported limit in {@link #limits}; −1 when no rule applies. */
  public int reported() {
    return reported;
  }

  /** The id of the reported rule, or null when no rule applies. */
  public @Nullable String rule() {
    return rule instanceof CompiledRule compiled ? compiled.rule().id() : (String) rule;
  }

  /**
   * The printed key that a denied request has under the reported rule; null if the request is
   * allowed, if no rule applies, or if another process decided.
   */
  public @Nullable String key() {
    return rule instanceof CompiledRule compiled && about instanceof RequestContext denied
        ? compiled.text(denied)
        : null;
  }

  /** The algorithm of the reported limit, or null when no rule applies. */
  public @Nullable Algorithm algorithm() {
    return limit == null ? null : limit.algorithm();
  }

  /** The largest number of units that can be in use at one moment; −1 when no rule applies. */
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

  /** The time at which the counter is full again, in Unix seconds, rounded up. */
  public long resetAt() {
    return secondsUp(resetAtNanos);
  }

  /** The nanoseconds to wait before a retry; 0 when allowed, NEVER if a retry cannot succeed. */
  public long waitNanos() {
    return allowed ? 0 : waitNanos;
  }

  /**
   * The whole seconds to wait before a retry, rounded up: 0 when allowed, at least 1 when denied,
   * and the period of the limit if a retry cannot succeed.
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

  /** The nanoseconds that an admitted request must wait before it proceeds. */
  public long delayNanos() {
    return delayNanos;
  }

  /** The delay in milliseconds, rounded up. */
  public long delayMillis() {
    return (delayNanos + 999_999) / 1_000_000;
  }

  /**
   * Returns this decision after its delay, for a client that cannot wait by itself; at once if
   * there is no delay.
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

  /** Returns whether the decision was made in fallback, without the store. */
  public boolean degraded() {
    return degraded;
  }

  /** The name by which the charge can be settled, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /**
   * The estimate that the application's answer corrects; null if the cost of every rule that
   * applies is fixed, if the request named its cost, or if another process decided.
   */
  public @Nullable Estimate estimate() {
    return about instanceof Estimate estimate ? estimate : null;
  }

  /** The time of the decision, in nanoseconds since the epoch. */
  public long nowNanos() {
    return nowNanos;
  }

  static long secondsUp(long nanos) {
    return nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1);
  }

  @Override
  public String toString() {
    return verdict() + " by " + rule() + ", " + remaining + " of " + limit() + " left";
  }
}
