package com.throttlex;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Matching;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests by the rules of a {@link RuleBook}.
 *
 * <p>All rules that match a request apply together, in one atomic step: either every one of their
 * limits is charged, or none. Thread-safe. Rules and overrides can change at any time. A change
 * applies from the next request on, and resets no counter.
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
  private final Strikes strikes;
  private final ThreadLocal<Check> checks = ThreadLocal.withInitial(Check::new);
  private final DecisionListener listener;
  private volatile RuleBook rules;

  /** Creates an engine with a decision listener and with the given adaptive limits. */
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
    strikes = new Strikes(store, time, listener);
    adapted.govern(rules);
  }

  /** Creates an engine with counters in memory and the system clock. */
  public static ThrottleX of(RuleBook rules) {
    return of(rules, new MemoryStore(), new SystemTime());
  }

  /** Creates an engine with the given store and clock. Closing the engine closes the store. */
  public static ThrottleX of(RuleBook rules, Store store, TimeSource time) {
    return of(rules, store, time, DecisionListener.NONE);
  }

  /** Creates an engine that reports every decision to a listener. */
  public static ThrottleX of(
      RuleBook rules, Store store, TimeSource time, DecisionListener listener) {
    return new ThrottleX(rules, store, time, listener, AdaptedLimits.ofThisProcess(time));
  }

  /** The rules in force. */
  public RuleBook rules() {
    return rules;
  }

  /** Replaces the rules in force. */
  public void rules(RuleBook rules) {
    this.rules = rules;
    adapted.govern(rules);
  }

  /** The time, in nanoseconds since the epoch. */
  public long nanos() {
    return time.nanos();
  }

  /** The adaptive limits and their health signals. */
  public AdaptiveLimits adaptive() {
    return adaptive;
  }

  /** Decides a request, and charges it if it is allowed. */
  public Decision check(RequestContext request) {
    Check check = check();
    return decided(check, Answers.await(store.decide(prepare(check, rules, request))));
  }

  /**
   * Finds the rules that apply to a request, for a check that follows. This part of a check needs
   * no counter, so that another thread can do it ahead.
   */
  public MatchedRequest match(RequestContext request) {
    return check().match(rules, users, request);
  }

  /** Decides a matched request; matches it again if the rules have changed since. */
  public Decision checkMatched(MatchedRequest request) {
    if (!request.isBy(rules)) {
      return check(request.asked());
    }
    Check check = check();
    long now = time.nanos();
    adaptive.tick(now);
    Charges charges = check.prepare(request, users, adapted, now);
    return decided(check, Answers.await(store.decide(charges)));
  }

  /** Returns the working space of this thread; a new one if the charges in the last are kept. */
  private Check check() {
    Check check = checks.get();
    if (check.charges().isKept()) {
      check = new Check();
      checks.set(check);
    }
    return check;
  }

  private Charges prepare(Check check, RuleBook by, RequestContext request) {
    long now = time.nanos();
    adaptive.tick(now);
    return check.prepare(by, users, adapted, request, now);
  }

  /** Decides a request without waiting; the result is complete at once in memory. */
  @Override
  public CompletionStage<Decision> checkAsync(RequestContext request) {
    return checkAsync(request, rules);
  }

  /**
   * Decides a request by a rule book other than the one in force, such as a part of it. The
   * counters are the same.
   */
  public CompletionStage<Decision> checkAsync(RequestContext request, RuleBook by) {
    Check check = check();
    return ask(prepare(check, by, request)).thenApply(verdicts -> decided(check, verdicts));
  }

  /**
   * Decides a request that may wait. A denial of which the predicate returns true is not reported
   * to the listener, because the request is checked again later.
   */
  public CompletionStage<Decision> checkAsync(RequestContext request, Predicate<Decision> waits) {
    Check check = check();
    return ask(prepare(check, rules, request))
        .thenApply(verdicts -> decided(check, verdicts, waits));
  }

  /** Returns the keys of a request under the rules that queue, in the order of the rules. */
  public List<QueueKey> queueKeys(RequestContext request) {
    Matching matching = new Matching();
    rules.match(users.withTier(request), matching);
    return QueueKey.of(matching);
  }

  /** Sends the charges to the store, and keeps them if the answer comes later. */
  private CompletionStage<Verdicts> ask(Charges charges) {
    CompletionStage<Verdicts> asked = store.decide(charges);
    if (!asked.toCompletableFuture().isDone()) {
      charges.keep();
    }
    return asked;
  }

  private Decision decided(Check check, Verdicts verdicts) {
    Decision decision = check.decide(verdicts, warnings);
    report(check, decision);
    return decision;
  }

  private Decision decided(Check check, Verdicts verdicts, Predicate<Decision> waits) {
    Decision decision = check.decide(verdicts, warnings);
    if (decision.allowed() || !waits.test(decision)) {
      report(check, decision);
    } else if (!check.asks()) {
      settling.decided(check, decision);
    }
    return decision;
  }

  private void report(Check check, Decision decision) {
    if (!check.asks()) {
      listener.decided(check.request(), decision, check);
      settling.decided(check, decision);
      check.strike(strikes);
    }
  }

  /** Returns the limits that apply to a request, in the order of the rules; reads no counter. */
  public List<LimitInForce> inForce(RequestContext request) {
    Check check = new Check();
    prepare(check, rules, request);
    return check.inForce();
  }

  /**
   * Charges units that a gateway spends later, to all rules that can deny. The charge counts as no
   * request, is never delayed, and adds no strike. {@link #spent} reports the requests.
   */
  public CompletionStage<Decision> lend(RequestContext request) {
    return quietly(Check.Part.ENFORCED, request);
  }

  /**
   * Charges the requests that a gateway has admitted to the rules in shadow mode. The limits of the
   * decision tell which rules would have denied them.
   */
  public CompletionStage<Decision> shadow(RequestContext request) {
    return quietly(Check.Part.SHADOW, request);
  }

  private CompletionStage<Decision> quietly(Check.Part part, RequestContext request) {
    Check check = new Check().only(part);
    return ask(prepare(check, rules, request))
        .thenApply(verdicts -> check.decide(verdicts, warnings));
  }

  /**
   * Reports requests that a gateway has decided by itself to the listener. Charges nothing.
   *
   * @param denying the ids of the rules that denied the requests; for rules in shadow mode, of
   *     those that would have
   * @param known the last known state of the limits
   */
  public void spent(
      RequestContext request, Set<String> denying, List<LimitStatus> known, long count) {
    Check check = new Check();
    prepare(check, rules, request);
    Decision decision = check.decided(denying, known, warnings, time.nanos());
    listener.decided(check.request(), decision, check, count);
  }

  /**
   * Charges a counter that belongs to no rule, under the given limit. A cost of 0 is a peek.
   *
   * @param name the name that the answer reports as its rule
   * @param key the key, which must not change any more
   */
  public CompletionStage<LimitStatus> charge(String name, Key key, Limit limit, long cost) {
    Check.requireCost(cost);
    Charges charges = check().charges().start(time.nanos());
    charges.add(key, 0, limit, cost);
    return ask(charges)
        .thenApply(verdicts -> LimitStatus.of(name, verdicts.get(0), false, verdicts.now()));
  }

  /**
   * Ends the reservation of a decision that cannot be delivered. Does nothing for a request with an
   * idempotency key, because a retry gets the same answer.
   */
  public void undelivered(RequestContext request, Decision decision) {
    String reservation = decision.reservation();
    if (reservation != null && request.idempotencyKey() == null) {
      undelivered(reservation, request.reserve());
    }
  }

  /**
   * Ends a reservation whose name no client received.
   *
   * @param asked whether the client asked for the reservation, and so could have given all of it
   *     back. Otherwise only concurrency slots are freed: a client that disconnects early is
   *     charged like any other.
   */
  public void undelivered(String reservation, boolean asked) {
    var unused = settling.settle(reservation, asked ? 0 : Store.AS_CHARGED, Outcome.UNKNOWN);
  }

  /**
   * Corrects the charge of a reservation to the real cost of the work; 0 gives all of it back.
   * Under a concurrency rule, releases the slot.
   */
  public Settlement settle(String reservation, long cost) {
    return Answers.await(settleAsync(reservation, cost));
  }

  @Override
  public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
    Check.requireCost(cost);
    return settling.settle(reservation, cost, outcome);
  }

  /**
   * Raises the charge of a reservation by some units, if the limits of its rules have room, and
   * starts its time again. A settlement corrects the check and all extensions.
   *
   * @param cost the further units, at least 1
   * @return the decision about the further units, or null if there is no such reservation, or if it
   *     is settled or has expired
   */
  public CompletionStage<@Nullable Decision> extendAsync(String reservation, long cost) {
    if (cost < 1) {
      throw new IllegalArgumentException("cost: " + cost + " (expected: at least 1)");
    }
    Check.requireCost(cost);
    return settling.extend(reservation, cost);
  }

  /** Extends a reservation as {@link #extendAsync} does, and waits for the decision. */
  public @Nullable Decision extend(String reservation, long cost) {
    return Answers.await(extendAsync(reservation, cost));
  }

  @Override
  public CompletionStage<?> release(Decision decision, Outcome outcome) {
    return settling.release(decision, outcome);
  }

  /**
   * Calls the listener with the name of every reservation that this engine has settled, on the
   * thread that settled it. It must be fast and must not throw.
   */
  public void onSettled(Consumer<String> listener) {
    settling.listen(listener);
  }

  /** Records how a request ended that began at that time of {@link #nanos}. */
  public void ended(RequestContext request, long began, Outcome outcome) {
    adaptive.ended(LimitedWork.source(request), time.nanos() - began, outcome);
  }

  /** Releases the concurrency slots of a request whose charge needs no settlement. */
  public CompletionStage<Settlement> release(String reservation, Outcome outcome) {
    return settling.settle(reservation, Store.AS_CHARGED, outcome);
  }

  /**
   * Decides a request, and waits if it can be allowed within the timeout. When this returns, the
   * delay of the decision has passed. An interrupted wait holds no concurrency slot.
   */
  public Decision acquire(RequestContext request, Duration timeout) throws InterruptedException {
    return guarded.acquire(request, timeout);
  }

  /** Runs the work if the request is allowed within the timeout; returns false otherwise. */
  public boolean run(RequestContext request, Duration timeout, Runnable work)
      throws InterruptedException {
    return guarded.run(request, timeout, work);
  }

  /**
   * Returns the result of the work if the request is allowed within the timeout, or else that of
   * the other function. The work holds its concurrency slot until it ends.
   */
  public <T extends @Nullable Object> T call(
      RequestContext request, Duration timeout, Callable<T> work, Function<Decision, T> denied)
      throws Exception {
    return guarded.call(request, timeout, work, denied);
  }

  /** Explains which rules apply and why, and which decision would follow; changes nothing. */
  public Explanation explain(RequestContext request) {
    return explain(request, Integer.MAX_VALUE);
  }

  /**
   * Explains a request, as {@link #explain(RequestContext)} does, with a bounded answer.
   *
   * @param misses the largest number of rules that do not apply; those that come nearest are chosen
   */
  public Explanation explain(RequestContext request, int misses) {
    RuleBook book = rules;
    Check check = new Check();
    long now = time.nanos();
    Charges charges = check.prepare(book, users, adapted, request, now);
    Verdicts verdicts = Answers.await(store.decide(charges.dryRun()));
    Decision decision = check.decide(verdicts, warnings);
    List<Explanation.RuleExplanation> explained =
        check.explain(book, misses, (rule, key) -> KeyCounters.block(store, rule, key, now));
    return new Explanation(decision, explained, book.all().size() - explained.size());
  }

  /**
   * Gives one user other limits under a rule until they expire. While the rule's algorithm does not
   * support them, the rule's own limits apply.
   *
   * @throws IllegalArgumentException if there is no such rule, if its key has no user, or if its
   *     algorithm does not support the limits
   */
  public void override(String user, String rule, List<Rate> limits, Instant endsAt) {
    users.override(user, KeyCounters.rule(rules, rule), limits, endsAt);
  }

  /** Removes an override; returns false if there is none. */
  public boolean removeOverride(String user, String rule) {
    return users.overrides().remove(user, rule);
  }

  /**
   * Returns the limits that apply now to a user of a tier under a rule. Without a tier, the user's
   * stored tier is used, or else the lowest.
   *
   * @throws IllegalArgumentException if there is no such rule
   */
  public List<Limit> limits(String user, @Nullable String tier, String rule) {
    RuleBook book = rules;
    int number = users.tierNumber(user, tier, book.tiers());
    CompiledRule of = KeyCounters.rule(book, rule);
    return List.of(users.limits(user, of, adapted.limits(of, number), time.nanos()));
  }

  /** Sets a user's tier, for requests that name none. */
  public void tier(String user, String tier) {
    users.tier(user, tier);
  }

  /** Returns the tier that was set for a user, or null. */
  public @Nullable String tier(String user) {
    return users.tier(user);
  }

  /** Removes a user's tier; returns false if there is none. */
  public boolean removeTier(String user) {
    return users.removeTier(user);
  }

  /**
   * Returns the printed form of a key, with digests in place of secret values. The given key may
   * have either.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  public String canonicalKey(String key) {
    return counters(key).key();
  }

  /**
   * Returns the state of the counters of a printed key; empty if no counter exists.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  public List<LimitStatus> inspect(String key) {
    return counters(key).inspect(time.nanos());
  }

  /**
   * Returns the block of a printed key, or null if its rule does not block.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  public @Nullable BlockStatus block(String key) {
    return counters(key).block(time.nanos());
  }

  /**
   * Lifts the block of a printed key and removes its strikes; returns false if there are none. Its
   * other counters stay.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  public boolean liftBlock(String key) {
    KeyCounters counters = counters(key);
    boolean any = counters.lift(time.nanos());
    strikes.forget(counters.id());
    return any;
  }

  /**
   * Resets the counters of a printed key and lifts its block; returns false if no counter exists.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  public boolean reset(String key) {
    KeyCounters counters = counters(key);
    boolean any = counters.reset(time.nanos());
    strikes.forget(counters.id());
    return any;
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
