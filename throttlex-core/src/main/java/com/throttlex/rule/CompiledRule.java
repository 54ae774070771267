package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A rule in the form that checks use: limits computed, names replaced by numbers. */
public final class CompiledRule {
  private final Rule rule;
  private final int position;
  private final KeyPart[] parts;
  private final Limit[][] limitsByTier;
  private final long hashHi;
  private final long hashLo;
  private final long scope;
  private final Map<Priority, Terms[]> terms;
  private final boolean anonymous;
  private final @Nullable BlockCounters block;

  // Copies of the rule's fields that every check reads, to avoid memory accesses.
  private final List<String> tiers;
  private final boolean unconditional;
  private final int rollout;
  private final long cost;
  private final @Nullable Estimate estimate;
  private final Mode mode;
  private final boolean adaptive;

  CompiledRule(Rule rule, int position, Preamble preamble, boolean anonymous) {
    this.rule = rule;
    this.position = position;
    this.anonymous = anonymous;
    tiers = preamble.tiers();
    unconditional = rule.match().isUnconditional();
    rollout = rule.rollout();
    cost = rule.cost();
    AnswerCost real = rule.answerCost();
    estimate = real == null ? null : new Estimate(real, cost);
    mode = rule.mode();
    adaptive = rule.adaptive() != null;
    List<KeyPart> key = countedBy(rule);
    parts = key.toArray(new KeyPart[0]);
    limitsByTier = limitsByTier(rule, preamble.tiers());
    FailureMode onFailure = preamble.onStoreFailure(rule);
    terms = terms(rule, preamble.tiers(), onFailure);
    block = BlockCounters.of(rule, onFailure);
    KeyHash hash = new KeyHash();
    scope = hash.add(rule.id()).end().hi();
    hash.start().add(rule.id());
    key.forEach(part -> hash.add(part.toString()));
    hashHi = hash.end().hi();
    hashLo = hash.lo();
  }

  /**
   * Returns the parts of the key, plus the tier if limits differ by tier and no part of the key
   * implies the tier. A counter must not be charged under two limits in turn.
   */
  private static List<KeyPart> countedBy(Rule rule) {
    KeyPart tier = KeyPart.of(KeyPart.Kind.TIER);
    boolean implied =
        rule.limits().size() == 1
            || rule.key().contains(tier)
            || rule.key().contains(KeyPart.of(KeyPart.Kind.USER))
            || rule.key().contains(KeyPart.of(KeyPart.Kind.API_KEY));
    if (implied) {
      return rule.key();
    }
    List<KeyPart> key = new ArrayList<>(rule.key());
    key.add(tier);
    return key;
  }

  /** Returns the limits of each tier, lowest first: its own, or those of the next lower tier. */
  private static Limit[][] limitsByTier(Rule rule, List<String> tiers) {
    Limit[][] compiled = new Limit[Math.max(1, tiers.size())][];
    List<Rate> lowest = rule.limits().values().iterator().next();
    for (String tier : tiers) {
      if (rule.limits().containsKey(tier)) {
        lowest = rule.limits().getOrDefault(tier, lowest);
        break;
      }
    }
    List<Rate> current = lowest;
    for (int i = 0; i < compiled.length; i++) {
      current = tiers.isEmpty() ? current : rule.limits().getOrDefault(tiers.get(i), current);
      compiled[i] = compile(rule.algorithm(), current);
    }
    return compiled;
  }

  /** Creates limits from rates. */
  public static Limit[] compile(Algorithm algorithm, List<Rate> rates) {
    return rates.stream().map(rate -> Limit.of(algorithm, rate)).toArray(Limit[]::new);
  }

  /** The rule as it was written. */
  public Rule rule() {
    return rule;
  }

  /** The index among the rules, which breaks ties. */
  int position() {
    return position;
  }

  /** The number of tiers that have limits, at least 1. */
  public int tiers() {
    return limitsByTier.length;
  }

  /** Returns the limits of a tier. */
  public Limit[] limits(int tier) {
    return limitsByTier[tier];
  }

  /** Returns the terms of charges for a priority class and a tier. */
  public Terms terms(Priority priority, int tier) {
    return Objects.requireNonNull(terms.get(priority))[tier];
  }

  private static Map<Priority, Terms[]> terms(
      Rule rule, List<String> tiers, FailureMode onFailure) {
    Map<Priority, Terms[]> terms = new EnumMap<>(Priority.class);
    for (Priority priority : Priority.values()) {
      boolean spared =
          priority == Priority.CRITICAL && rule.sheds() && !rule.shares().names(priority);
      terms.put(
          priority,
          Arrays.stream(rule.shares().byTier(priority, tiers))
              .mapToObj(share -> terms(rule, spared, onFailure, share))
              .toArray(Terms[]::new));
    }
    return terms;
  }

  private static Terms terms(Rule rule, boolean spared, FailureMode onFailure, int share) {
    return new Terms(
        spared || rule.mode() == Mode.SHADOW,
        rule.onExceed().maxDelay().toNanos(),
        rule.sync(),
        onFailure,
        share,
        rule.id(),
        rule.onExceed().kind() == OnExceed.Kind.SHED,
        rule.answerCost() != null);
  }

  /** Returns the counters of blocks, or null if the rule does not block. */
  public @Nullable BlockCounters block() {
    return block;
  }

  /** Returns whether the rule can deny. */
  public boolean enforces() {
    return mode == Mode.ENFORCE;
  }

  /** Returns whether its limit is adaptive. */
  public boolean isAdaptive() {
    return adaptive;
  }

  /** The units per request when the request names no cost. */
  public long cost() {
    return cost;
  }

  /** Returns the estimate that the answer corrects, or null if the cost is fixed. */
  public @Nullable Estimate estimate() {
    return estimate;
  }

  /** Returns the part of the match, except the endpoint, that is not met; null if all are. */
  @Nullable String unmet(RequestContext request, @Nullable String tier) {
    return unconditional ? null : rule.match().unmet(request, tier);
  }

  /** A hash of the rule's id. */
  public long scope() {
    return scope;
  }

  /** Returns the first part of the key that the request lacks, or null if it has all of them. */
  @Nullable KeyPart missing(RequestContext request, @Nullable String tier) {
    if (!anonymous) {
      for (KeyPart part : parts) {
        if (clear(part, request, tier) == null) {
          return part;
        }
      }
    }
    return null;
  }

  /** Computes the hash of the key. */
  public void hash(KeyHash hash, RequestContext request, @Nullable String tier) {
    hash.start().add(hashHi).add(hashLo);
    for (KeyPart part : parts) {
      hash.add(value(part, request, tier));
    }
    hash.end();
  }

  /**
   * Returns the key of a printed text. Secret values may be given as digests or in clear; the text
   * of the key has digests.
   *
   * @throws IllegalArgumentException when it is not a key of this rule
   */
  public Key parse(String text) {
    Map<KeyPart, @Nullable String> values = KeyFormat.parse(rule.id(), parts, text);
    KeyHash hash = new KeyHash().add(hashHi).add(hashLo);
    for (KeyPart part : parts) {
      hash.add(values.get(part));
    }
    String canonical = KeyFormat.text(rule.id(), parts, values::get);
    return Key.of(hash.end(), scope, canonical, KeyFormat.subject(parts, values::get));
  }

  /** The largest number of limits that any tier has. */
  public int maxLimits() {
    return Arrays.stream(limitsByTier).mapToInt(limits -> limits.length).max().orElse(0);
  }

  /** Returns whether the rollout of the rule includes the key. */
  boolean rolledOutTo(RequestContext request, @Nullable String tier) {
    if (rollout == 100) {
      return true;
    }
    KeyHash hash = KeyHash.stable().add(rule.id());
    for (KeyPart part : parts) {
      hash.add(value(part, request, tier));
    }
    return Long.remainderUnsigned(hash.end().hi(), 100) < rollout;
  }

  /** Returns the printed key of a request under this rule. */
  public String text(RequestContext request) {
    String named = request.tier();
    boolean known = tiers.isEmpty() || (named != null && tiers.contains(named));
    return text(request, known ? named : tiers.get(0));
  }

  /** Returns the printed key. */
  public String text(RequestContext request, @Nullable String tier) {
    return KeyFormat.text(rule.id(), parts, part -> value(part, request, tier));
  }

  /** Returns the subject of the key. */
  public String subject(RequestContext request, @Nullable String tier) {
    return KeyFormat.subject(parts, part -> value(part, request, tier));
  }

  /** Returns whether every user has a counter of their own. */
  public boolean countsByUser() {
    return rule.key().contains(KeyPart.of(KeyPart.Kind.USER));
  }

  /** The parts of the key, in order. */
  public List<KeyPart> parts() {
    return List.of(parts);
  }

  private @Nullable String value(KeyPart part, RequestContext request, @Nullable String tier) {
    return switch (part.kind()) {
      case TIER -> tier;
      case SUBJECT -> rule.match().subjects().value(request);
      default -> part.value(request);
    };
  }

  private @Nullable String clear(KeyPart part, RequestContext request, @Nullable String tier) {
    return switch (part.kind()) {
      case TIER -> tier;
      case SUBJECT -> rule.match().subjects().value(request);
      default -> part.clear(request);
    };
  }
}
