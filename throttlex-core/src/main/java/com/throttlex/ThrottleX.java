package com.throttlex;

import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Reason;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests by the rules of a {@link RuleBook}.
 *
 * <p>All rules that match a request apply together, in one atomic step: either every one of their
 * limits is charged, or none. Thread-safe; rules and overrides can be changed at any time and hold
 * from the next request on, without resetting what has been counted.
 *
 * <pre>{@code
 * ThrottleX throttlex = ThrottleX.of(RuleFile.read(Path.of("rules.yml")));
 * Decision decision = throttlex.check(RequestContext.ofUser("u-42"));
 * }</pre>
 */
public final class ThrottleX implements AutoCloseable {
  private final Store store;
  private final TimeSource time;
  private final Overrides overrides = new Overrides();
  private final WarningMemory warnings = new WarningMemory();
  private final Waiters waiters;
  private final ThreadLocal<Check> checks = ThreadLocal.withInitial(Check::new);
  private volatile RuleBook rules;

  private ThrottleX(RuleBook rules, Store store, TimeSource time) {
    this.rules = rules;
    this.store = store;
    this.time = time;
    waiters = new Waiters(time);
  }

  /** Counts in memory, by the system's time. */
  public static ThrottleX of(RuleBook rules) {
    return of(rules, new MemoryStore(), new SystemTime());
  }

  /** Counts in the given store, by the given time. The store is closed with this object. */
  public static ThrottleX of(RuleBook rules, Store store, TimeSource time) {
    return new ThrottleX(rules, store, time);
  }

  /** The rules in force. */
  public RuleBook rules() {
    return rules;
  }

  /** Puts other rules into force. */
  public void rules(RuleBook rules) {
    this.rules = rules;
  }

  /** Decides a request, and charges it if it is allowed. */
  public Decision check(RequestContext request) {
    Check check = checks.get();
    await(store.decide(check.prepare(rules, overrides, request, time.nanos())));
    return check.decide(warnings);
  }

  /**
   * Corrects the charge of a check that carried a reservation to what the work really cost; 0 gives
   * it all back. Under a concurrency rule frees the slot.
   */
  public Settlement settle(String reservation, long cost) {
    if (cost < 0 || cost > RequestContext.MAX_COST) {
      throw new IllegalArgumentException(
          "cost: " + cost + " (expected: from 0 to " + RequestContext.MAX_COST + ")");
    }
    return settleAndWake(reservation, cost);
  }

  private Settlement settleAndWake(String reservation, long cost) {
    Settlement settlement = await(store.settle(reservation, cost, time.nanos()));
    waiters.wake();
    return settlement;
  }

  /**
   * Decides a request, waiting for it to be allowed if it can be within the timeout; a delay that
   * the decision carries has passed when this returns. A wait that is interrupted holds no slot.
   * With an idempotency key the first answer stands.
   */
  public Decision acquire(RequestContext request, Duration timeout) throws InterruptedException {
    boolean once = request.idempotencyKey() != null;
    Acquisition acquisition = new Acquisition(() -> check(request), once);
    waiters.await(time.nanos() + Waiters.nanos(timeout), acquisition);
    Decision decision = acquisition.decision();
    try {
      waiters.pass(time.nanos() + decision.delayNanos()); // the store's clock may be another
    } catch (InterruptedException e) {
      release(decision);
      throw e;
    }
    return decision;
  }

  /**
   * Runs the work if the request is allowed within the timeout; false when it is not. A slot under
   * a concurrency rule is held as long as the work takes.
   */
  public boolean run(RequestContext request, Duration timeout, Runnable work)
      throws InterruptedException {
    Decision decision = acquire(request, timeout);
    if (decision.allowed()) {
      try {
        work.run();
      } finally {
        release(decision);
      }
    }
    return decision.allowed();
  }

  /**
   * The result of the work if the request is allowed within the timeout, or else that of the other
   * function. A slot under a concurrency rule is held as long as the work takes.
   */
  public <T extends @Nullable Object> T call(
      RequestContext request, Duration timeout, Callable<T> work, Function<Decision, T> denied)
      throws Exception {
    Decision decision = acquire(request, timeout);
    if (!decision.allowed()) {
      return denied.apply(decision);
    }
    try {
      return work.call();
    } finally {
      release(decision);
    }
  }

  private void release(Decision decision) {
    String reservation = decision.reservation();
    if (reservation != null) {
      settleAndWake(reservation, Store.AS_CHARGED);
    }
  }

  /** Says which rules apply to a request and why, and what would be decided; changes nothing. */
  public Explanation explain(RequestContext request) {
    RuleBook book = rules;
    Check check = new Check();
    await(store.decide(check.prepare(book, overrides, request, time.nanos()).dryRun()));
    List<Explanation.RuleExplanation> explained = new ArrayList<>();
    for (Reason reason : book.reasons(request)) {
      explained.add(check.explain(reason));
    }
    return new Explanation(check.decide(warnings), List.copyOf(explained));
  }

  /**
   * Gives one user other limits under a rule until they end; while the rule is one that they do not
   * go with, its own hold.
   *
   * @throws IllegalArgumentException when there is no such rule, when its key has no user, or when
   *     the limits do not go with its algorithm
   */
  public void override(String user, String rule, List<Rate> limits, Instant endsAt) {
    CompiledRule compiled = rule(rule);
    if (!compiled.countsByUser()) {
      throw new IllegalArgumentException(
          "rule: "
              + rule
              + " (expected: a rule that counts by user, not by "
              + compiled.parts()
              + ")");
    }
    if (limits.isEmpty()) {
      throw new IllegalArgumentException("limits: [] (expected: at least one limit)");
    }
    overrides.put(user, compiled, limits, nanos(endsAt));
  }

  /** Takes an override back; false when there is none. */
  public boolean removeOverride(String user, String rule) {
    return overrides.remove(user, rule);
  }

  /**
   * The state of the counters of a key, given in print; empty when it was not used lately.
   *
   * @throws IllegalArgumentException when it is not a key of any rule
   */
  public List<LimitStatus> inspect(String key) {
    CompiledRule rule = ruleOf(key);
    Key parsed = rule.parse(key);
    List<LimitStatus> found = new ArrayList<>();
    for (int i = 0; i < counters(rule); i++) {
      await(store.inspect(parsed, i, time.nanos()))
          .ifPresent(status -> found.add(LimitStatus.of(rule.rule(), status)));
    }
    return List.copyOf(found);
  }

  /**
   * Forgets the counters of a key, given in print; false when it was not used lately.
   *
   * @throws IllegalArgumentException when it is not a key of any rule
   */
  public boolean reset(String key) {
    CompiledRule rule = ruleOf(key);
    Key parsed = rule.parse(key);
    boolean any = false;
    for (int i = 0; i < counters(rule); i++) {
      any |= await(store.reset(parsed, i, time.nanos()));
    }
    return any;
  }

  /** How many counters a key of the rule can have. */
  private int counters(CompiledRule rule) {
    return Math.max(rule.maxLimits(), overrides.mostLimits());
  }

  private CompiledRule ruleOf(String key) {
    int end = key.indexOf('|');
    return rule(end < 0 ? key : key.substring(0, end));
  }

  private CompiledRule rule(String id) {
    CompiledRule rule = rules.rule(id);
    if (rule == null) {
      throw new IllegalArgumentException("rule: \"" + id + "\" (expected: the id of a rule)");
    }
    return rule;
  }

  private static long nanos(Instant instant) {
    long latest = Long.MAX_VALUE / 1_000_000_000L - 1;
    long seconds = Math.max(0, Math.min(latest, instant.getEpochSecond()));
    return seconds * 1_000_000_000L + instant.getNano();
  }

  private static <T extends @Nullable Object> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Closes the store. */
  @Override
  public void close() {
    store.close();
  }
}
