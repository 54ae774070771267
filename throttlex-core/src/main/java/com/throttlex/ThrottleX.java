package com.throttlex;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.time.Duration;
import java.time.Instant;
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
// Over 300 lines: this is the whole API of the engine, and its methods only delegate.
public final class ThrottleX implements Decider, AutoCloseable {
  private final Store store;
  private final TimeSource time;
  private final Users users = new Users();
  private final WarningMemory warnings = new WarningMemory();
  private final AdaptiveLimits adaptive;
  private final AdaptedLimits adapted;
  private final ReservationTracker settling;
  private final LimitedWork guarded;
  private final ThreadLocal<Check> checks = ThreadLocal.withInitial(Check::new);
  private final DecisionListener listener;
  private volatile RuleBook rules;

  /** Decides by rules; tells a listener, and moves limits by more than this process's health. */
  public ThrottleX(
      RuleBook rules,
      Store store,
      TimeSource time,
      DecisionListener listener,
      AdaptiveLimits adaptive) {
    this.rules = rules;
    this.store = store;
    this.time = time;
    this.listener = listener;
    this.adaptive = adaptive;
    adapted = new AdaptedLimits(adaptive);
    Waiters waiters = new Waiters(time);
    settling = new ReservationTracker(store, time, adaptive, waiters);
    guarded = new LimitedWork(this, time, waiters);
    adapted.govern(rules);
  }

  /** Counts in memory, by the system's time. */
  public static ThrottleX of(RuleBook rules) {
    return of(rules, new MemoryStore(), new SystemTime());
  }

  /** Counts in the given store, by the given time. The store is closed with this object. */
  public static ThrottleX of(RuleBook rules, Store store, TimeSource time) {
    return of(rules, store, time, DecisionListener.NONE);
  }

  /** The same, and tells a listener of every decision. */
  public static ThrottleX of(
      RuleBook rules, Store store, TimeSource time, DecisionListener listener) {
    return new ThrottleX(rules, store, time, listener, AdaptedLimits.ofThisProcess(time));
  }

  /** The rules in force. */
  public RuleBook rules() {
    return rules;
  }

  /** Puts other rules into force. */
  public void rules(RuleBook rules) {
    this.rules = rules;
    adapted.govern(rules);
  }

  /** The time, in nanoseconds since the epoch. */
  public long nanos() {
    return time.nanos();
  }

  /** The limits that follow health, and what they go by. */
  public AdaptiveLimits adaptive() {
    return adaptive;
  }

  /** Decides a request, and charges it if it is allowed. */
  public Decision check(RequestContext request) {
    Check check = checks.get();
    Answers.await(store.decide(prepare(check, rules, request)));
    return decided(check);
  }

  private Charges prepare(Check check, RuleBook by, RequestContext request) {
    long now = time.nanos();
    adaptive.tick(now);
    return check.prepare(by, users, adapted, request, now);
  }

  /** The same without waiting for the store; complete at once when the store is in memory. */
  @Override
  public CompletionStage<Decision> checkAsync(RequestContext request) {
    return checkAsync(request, rules);
  }

  /** The same by other rules than those in force, such as a part of them; the counters are one. */
  public CompletionStage<Decision> checkAsync(RequestContext request, RuleBook by) {
    Check check = checks.get();
    return ask(prepare(check, by, request)).thenApply(answered -> decided(check));
  }

  /** Asks the store; the working space is in use until it has answered. */
  private CompletionStage<Void> ask(Charges charges) {
    CompletionStage<Void> asked = store.decide(charges);
    if (!asked.toCompletableFuture().isDone()) {
      checks.remove();
    }
    return asked;
  }

  private Decision decided(Check check) {
    Decision decision = check.decide(warnings);
    if (!check.asks()) {
      listener.decided(check.request(), decision, check);
      settling.decided(check, decision);
    }
    return decision;
  }

  /**
   * Charges a counter that belongs to no rule, held against a limit that the caller brings; a cost
   * of 0 asks without consuming.
   *
   * @param name what the answer names as its rule
   */
  public CompletionStage<LimitStatus> charge(String name, Key key, Limit limit, long cost) {
    Check.requireCost(cost);
    Charges charges = checks.get().charges().start(time.nanos());
    Charge charge = charges.add(key, 0, limit, cost);
    return ask(charges).thenApply(answered -> LimitStatus.of(name, charge, false, charges.now()));
  }

  /**
   * Ends the reservation of a decision whose answer cannot be delivered. Does nothing for a request
   * with an idempotency key: its repetition gets the same answer.
   */
  public void undelivered(RequestContext request, Decision decision) {
    String reservation = decision.reservation();
    if (reservation != null && request.idempotencyKey() == null) {
      undelivered(reservation, request.reserve());
    }
  }

  /**
   * Ends a reservation whose name nobody has heard.
   *
   * @param asked whether the client asked for it, and so could have given all of it back. Otherwise
   *     only slots are freed: a client that goes away early is charged like any other.
   */
  public void undelivered(String reservation, boolean asked) {
    var unused = settling.settle(reservation, asked ? 0 : Store.AS_CHARGED, Outcome.UNKNOWN);
  }

  /**
   * Corrects the charge of a check that carried a reservation to what the work really cost; 0 gives
   * it all back. Under a concurrency rule frees the slot.
   */
  public Settlement settle(String reservation, long cost) {
    return Answers.await(settleAsync(reservation, cost));
  }

  @Override
  public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
    Check.requireCost(cost);
    return settling.settle(reservation, cost, outcome);
  }

  @Override
  public CompletionStage<?> release(Decision decision, Outcome outcome) {
    return settling.release(decision, outcome);
  }

  /** Takes note of what came of a request that began at that time of {@link #nanos}. */
  public void ended(RequestContext request, long began, Outcome outcome) {
    adaptive.ended(LimitedWork.source(request), time.nanos() - began, outcome);
  }

  /** Frees what a request holds, whose charge need not be settled any more. */
  public CompletionStage<Settlement> release(String reservation, Outcome outcome) {
    return settling.settle(reservation, Store.AS_CHARGED, outcome);
  }

  /**
   * Decides a request, waiting for it to be allowed if it can be within the timeout; a delay that
   * the decision carries has passed when this returns. A wait that is interrupted holds no slot.
   */
  public Decision acquire(RequestContext request, Duration timeout) throws InterruptedException {
    return guarded.acquire(request, timeout);
  }

  /** Runs the work if the request is allowed within the timeout; false when it is not. */
  public boolean run(RequestContext request, Duration timeout, Runnable work)
      throws InterruptedException {
    return guarded.run(request, timeout, work);
  }

  /**
   * The result of the work if the request is allowed within the timeout, or else that of the other
   * function. A slot under a concurrency rule is held as long as the work takes.
   */
  public <T extends @Nullable Object> T call(
      RequestContext request, Duration timeout, Callable<T> work, Function<Decision, T> denied)
      throws Exception {
    return guarded.call(request, timeout, work, denied);
  }

  /** Says which rules apply to a request and why, and what would be decided; changes nothing. */
  public Explanation explain(RequestContext request) {
    RuleBook book = rules;
    Check check = new Check();
    Charges charges = check.prepare(book, users, adapted, request, time.nanos());
    Answers.await(store.decide(charges.dryRun()));
    return new Explanation(check.decide(warnings), check.explain(book));
  }

  /**
   * Gives one user other limits under a rule until they end; while the rule is one that they do not
   * go with, its own hold.
   *
   * @throws IllegalArgumentException when there is no such rule, when its key has no user, or when
   *     the limits do not go with its algorithm
   */
  public void override(String user, String rule, List<Rate> limits, Instant endsAt) {
    users.override(user, KeyCounters.rule(rules, rule), limits, endsAt);
  }

  /** Takes an override back; false when there is none. */
  public boolean removeOverride(String user, String rule) {
    return users.overrides().remove(user, rule);
  }

  /**
   * The limits that hold for a user of a tier under a rule now; null is the user's own tier, or
   * else the lowest.
   *
   * @throws IllegalArgumentException when there is no such rule
   */
  public List<Limit> limits(String user, @Nullable String tier, String rule) {
    RuleBook book = rules;
    int number = users.tierNumber(user, tier, book.tiers());
    CompiledRule of = KeyCounters.rule(book, rule);
    return List.of(users.limits(user, of, adapted.limits(of, number), time.nanos()));
  }

  /** Gives a user a tier, which holds for requests that name none. */
  public void tier(String user, String tier) {
    users.tier(user, tier);
  }

  /** The tier that a user was given, or null. */
  public @Nullable String tier(String user) {
    return users.tier(user);
  }

  /** Takes a user's tier back; false when there is none. */
  public boolean removeTier(String user) {
    return users.removeTier(user);
  }

  /**
   * Returns the printed form of a key, with digests in place of secret values. The given key may
   * have either.
   *
   * @throws IllegalArgumentException when it is not a key of any rule
   */
  public String canonicalKey(String key) {
    return counters(key).key();
  }

  /**
   * The state of the counters of a key, given in print; empty when it was not used lately.
   *
   * @throws IllegalArgumentException when it is not a key of any rule
   */
  public List<LimitStatus> inspect(String key) {
    return counters(key).inspect(time.nanos());
  }

  /**
   * Forgets the counters of a key, given in print; false when it was not used lately.
   *
   * @throws IllegalArgumentException when it is not a key of any rule
   */
  public boolean reset(String key) {
    return counters(key).reset(time.nanos());
  }

  private KeyCounters counters(String key) {
    return new KeyCounters(store, rules, users.overrides(), key);
  }

  /** Closes the store. */
  @Override
  public void close() {
    store.close();
  }
}
