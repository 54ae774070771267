package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Estimate;
import com.throttlex.rule.Matching;
import com.throttlex.rule.Reason;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The working space of one check: turns a request into charges, and the verdicts on them into a
 * decision.
 *
 * <p>One thread uses it at a time, for many checks, so a check allocates only its decision. It is
 * not used again when a store keeps its charges.
 */
// Over 300 lines: the steps of one decision share its working fields.
final class Check implements DecisionListener.Verdicts {
  private final MatchedRequest reused = new MatchedRequest();
  private final Charges charges = new Charges();
  private Verdicts answer = charges.verdicts();
  private final KeyHash hash = new KeyHash();
  private Matching matching = reused.matching();
  private RuleKey[] keys = reused.keys();
  private long slotNanos;

  /** The estimate of the rules that read the cost from the same part of the answer. */
  private @Nullable Estimate estimate;

  /** The number of charges of limits; those after them need the unit of a block. */
  private int own;

  private Part part = Part.ALL;

  /** The rules whose limits are charged. */
  enum Part {
    ALL,
    /** The rules that can deny; a charge waits for nothing. */
    ENFORCED,
    /** The rules in shadow mode. */
    SHADOW;

    boolean has(Terms terms) {
      return this == ALL || terms.shadow() == (this == SHADOW);
    }
  }

  /** Charges only a part of the rules that apply, from the next request on. */
  Check only(Part part) {
    this.part = part;
    return this;
  }

  /** Throws if no request can have this cost. */
  static void requireCost(long cost) {
    if (cost < 0 || cost > RequestContext.MAX_COST) {
      throw new IllegalArgumentException(
          "cost: " + cost + " (expected: from 0 to " + RequestContext.MAX_COST + ")");
    }
  }

  /** Finds the rules of a request for a check that another thread may make. */
  MatchedRequest match(RuleBook book, Users users, RequestContext asked) {
    return new MatchedRequest().match(book, users, asked, hash);
  }

  /** Finds the rules and adds a charge for each of their limits. */
  Charges prepare(
      RuleBook book, Users users, AdaptedLimits adapted, RequestContext asked, long now) {
    return prepare(reused.match(book, users, asked, hash), users, adapted, now);
  }

  /** Adds a charge for each limit of the rules that were found. */
  Charges prepare(MatchedRequest found, Users users, AdaptedLimits adapted, long now) {
    matching = found.matching();
    keys = found.keys();
    RequestContext request = matching.request();
    charges.start(now);
    slotNanos = 0;
    boolean blocks = false;
    estimate = null;
    for (int i = 0; i < matching.size(); i++) {
      CompiledRule rule = matching.get(i);
      Limit[] usual = adapted.limits(rule, matching.tierNumber());
      Limit[] limits = users.limits(request.user(), rule, usual, now);
      add(rule, i, keys[i], limits, request);
      slotNanos = Math.max(slotNanos, held(limits));
      blocks |= rule.block() != null;
    }
    own = charges.size();
    if (blocks && part != Part.SHADOW && request.priority() != Priority.CRITICAL) {
      BlockCharges.add(charges, matching, keys);
    }
    if (request.cost() != 0) {
      reserve(request);
    }
    String idempotencyKey = request.idempotencyKey();
    if (idempotencyKey != null) {
      charges.replayKey(Fingerprint.of(idempotencyKey, request));
    }
    return charges;
  }

  /** Makes a reservation; a brief one if the charge may only have to be taken back. */
  private void reserve(RequestContext request) {
    boolean measured = estimate != null && request.cost() == RequestContext.UNSET;
    boolean asked = request.reserve() || (measured && request.metered());
    if (slotNanos > 0 || (asked && matching.size() > 0)) {
      long nanos = Math.max(ReservationLife.USUAL_NANOS, slotNanos);
      charges.reserve(ReservationNames.next(), nanos).measured(measured);
    } else if (request.revocable() && matching.size() > 0) {
      charges.reserve(ReservationNames.nextBrief(), ReservationLife.BRIEF_NANOS);
    }
  }

  private void add(
      CompiledRule rule, int number, RuleKey key, Limit[] limits, RequestContext request) {
    boolean own = request.cost() == RequestContext.UNSET;
    long cost = own ? rule.cost() : request.cost();
    Terms terms = rule.terms(request.priority(), matching.tierNumber());
    if (terms.measured() && !isMeasured(rule)) {
      terms = terms.unmeasured();
    }
    if (!part.has(terms)) {
      return;
    }
    if (part == Part.ENFORCED && terms.maxDelayNanos() > 0) {
      terms = terms.undelayed();
    }
    for (int i = 0; i < limits.length; i++) {
      charges.add(key, i, limits[i], cost, number, terms);
    }
  }

  /** Returns whether the cost of a rule is read from the same part of the answer as the first. */
  private boolean isMeasured(CompiledRule rule) {
    Estimate own = rule.estimate();
    if (own == null) {
      return false;
    }
    Estimate first = estimate;
    if (first != null && !first.part().isSamePart(own.part())) {
      return false;
    }
    estimate = first == null ? own : first.with(own);
    return true;
  }

  /** Returns how long a concurrency slot is held; 0 for other algorithms. */
  private static long held(Limit[] limits) {
    long held = 0;
    for (Limit limit : limits) {
      if (limit.algorithm() == Algorithm.CONCURRENCY) {
        held = Math.max(held, limit.rate().period().nanos());
      }
    }
    return held;
  }

  /** Returns the decision that follows from the verdicts on the charges. */
  Decision decide(Verdicts verdicts, WarningMemory warnings) {
    answer = verdicts;
    BlockCharges.apply(verdicts, own);
    int reported = reported(verdicts);
    if (reported < 0) {
      return new Decision(!matching.denied(), verdicts.now());
    }
    ChargeVerdict deciding = verdicts.get(reported);
    boolean allowed = verdicts.admitted();
    return new Decision(
        allowed,
        verdicts.now(),
        allowed ? delay(verdicts) : 0,
        state(deciding, allowed, warnings),
        matching.get(deciding.charge().rule()),
        deciding,
        reported,
        own == 1 ? null : statuses(-1),
        allowed && !charges.isDryRun() ? verdicts.reservation() : null,
        verdicts.isDegraded(),
        allowed ? null : matching.request(),
        !allowed && BlockCharges.isBlocked(verdicts, own, deciding.charge().rule()),
        allowed && charges.isMeasured() ? estimate : null);
  }

  /** Adds a strike for each rule that blocks, if its limits denied and the key is not blocked. */
  void strike(Strikes strikes) {
    for (int i = own; i < charges.size() && !answer.isDegraded(); i++) {
      int rule = charges.get(i).rule();
      if (answer.get(i).allowed() && !allowed(rule)) {
        strikes.add(matching.get(rule), keys[rule], charges.replayKey());
      }
    }
  }

  private State state(ChargeVerdict deciding, boolean allowed, WarningMemory warnings) {
    return warnings.state(
        deciding.charge().key().lo(deciding.charge().index()),
        allowed,
        deciding.left(),
        deciding.capacity(),
        !charges.isDryRun());
  }

  /** Returns whether the request is a peek. */
  boolean asks() {
    return matching.request().cost() == 0 || charges.isDryRun();
  }

  /** The ids of the rules that apply. */
  List<String> ids() {
    List<String> ids = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      ids.add(rule(i).id());
    }
    return ids;
  }

  /** Returns how long concurrency slots are held; 0 if no concurrency rule applies. */
  long slotNanos() {
    return slotNanos;
  }

  /** The units of a rule's first limit that are in use under the request's key. */
  long inUse(int rule) {
    for (int i = 0; i < own; i++) {
      ChargeVerdict verdict = answer.get(i);
      if (verdict.charge().rule() == rule) {
        return verdict.limit().capacity() - verdict.remaining();
      }
    }
    return 0;
  }

  Charges charges() {
    return charges;
  }

  /** Returns the limits that apply to the request, in the order of the rules. */
  List<LimitInForce> inForce() {
    List<LimitInForce> limits = new ArrayList<>(own);
    for (int i = 0; i < own; i++) {
      Charge charge = charges.get(i);
      limits.add(new LimitInForce(rule(charge.rule()).id(), charge.limit(), charge.shadow()));
    }
    return limits;
  }

  /**
   * Returns the decision on a request that was decided elsewhere: the given rules deny it, and the
   * limits are in the given state. Charges nothing.
   */
  Decision decided(Set<String> denying, List<LimitStatus> known, WarningMemory warnings, long now) {
    Verdicts verdicts = new Verdicts(charges);
    verdicts.now(now);
    for (int i = 0; i < charges.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      Charge charge = verdict.charge();
      boolean fits = i >= own || !denying.contains(rule(charge.rule()).id());
      LimitStatus state = state(charge, known);
      long left = !fits ? 0 : state == null ? charge.limit().capacity() : state.remaining();
      verdict.judged(fits, fits ? 0 : state == null ? 1 : Math.max(1, state.waitNanos()), 0);
      verdict.report(left, state == null ? now : Math.max(now, state.resetAtNanos()), now);
    }
    return decide(verdicts, warnings);
  }

  private @Nullable LimitStatus state(Charge charge, List<LimitStatus> known) {
    for (LimitStatus status : known) {
      if (status.limit().equals(charge.limit()) && status.rule().equals(rule(charge.rule()).id())) {
        return status;
      }
    }
    return null;
  }

  RequestContext request() {
    return matching.request();
  }

  @Override
  public int size() {
    return matching.size();
  }

  @Override
  public Rule rule(int i) {
    return matching.get(i).rule();
  }

  @Override
  public Key key(int i) {
    return keys[i];
  }

  @Override
  public boolean allowed(int rule) {
    for (int i = 0; i < own; i++) {
      Charge charge = charges.get(i);
      if (charge.rule() == rule && !answer.get(i).allowed() && !isExempt(charge)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a rule that denies others lets this request pass, whatever its limits say. */
  private boolean isExempt(Charge charge) {
    return charge.shadow() && matching.get(charge.rule()).enforces();
  }

  /** Returns the index of the charge to report; −1 if there is none. */
  private int reported(Verdicts verdicts) {
    int best = own == 0 ? -1 : 0;
    for (int i = 1; i < own; i++) {
      if (outranks(verdicts.get(i), verdicts.get(best))) {
        best = i;
      }
    }
    return best;
  }

  /** Enforced before shadow, denied before allowed, longest wait first, least left first. */
  static boolean outranks(ChargeVerdict verdict, ChargeVerdict best) {
    if (verdict.charge().shadow() != best.charge().shadow()) {
      return best.charge().shadow();
    }
    if (verdict.allowed() != best.allowed()) {
      return best.allowed();
    }
    return verdict.allowed()
        ? verdict.left() < best.left()
        : verdict.waitNanos() > best.waitNanos();
  }

  private long delay(Verdicts verdicts) {
    long delay = 0;
    for (int i = 0; i < own; i++) {
      ChargeVerdict verdict = verdicts.get(i);
      delay = Math.max(delay, verdict.charge().shadow() ? 0 : verdict.delayNanos());
    }
    return delay;
  }

  /** Returns the state of the limits of one rule, or of all rules for −1. */
  private List<LimitStatus> statuses(int rule) {
    List<LimitStatus> statuses = new ArrayList<>(own);
    for (int i = 0; i < own; i++) {
      int of = charges.get(i).rule();
      if (rule < 0 || of == rule) {
        statuses.add(LimitStatus.of(matching.get(of).rule(), answer.get(i), answer.now()));
      }
    }
    return List.copyOf(statuses);
  }

  /** Returns an explanation of each rule that applies, and of the nearest others. */
  List<Explanation.RuleExplanation> explain(
      RuleBook book, int misses, BiFunction<CompiledRule, Key, @Nullable BlockStatus> blocks) {
    return book.reasons(request(), misses).stream().map(reason -> explain(reason, blocks)).toList();
  }

  private Explanation.RuleExplanation explain(
      Reason reason, BiFunction<CompiledRule, Key, @Nullable BlockStatus> blocks) {
    Rule rule = reason.rule().rule();
    for (int i = 0; i < matching.size(); i++) {
      if (rule(i).id().equals(rule.id())) {
        return new Explanation.RuleExplanation(
            rule.id(),
            rule.mode(),
            true,
            reason.why(),
            keys[i].text(),
            statuses(i),
            blocks.apply(reason.rule(), keys[i]));
      }
    }
    return new Explanation.RuleExplanation(
        rule.id(), rule.mode(), false, reason.why(), null, List.of(), null);
  }
}
