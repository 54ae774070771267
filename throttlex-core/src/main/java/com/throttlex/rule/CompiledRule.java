package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A rule made ready for deciding: limits computed, names replaced by numbers. */
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

  // Copies of what every check needs of the rule, so that it need not be fetched from memory.
  private final boolean unconditional;
  private final int rollout;
  private final long cost;
  private final Mode mode;
  private final boolean adaptive;

  CompiledRule(Rule rule, int position, List<String> tiers, boolean anonymous) {
    this.rule = rule;
    this.position = position;
    this.anonymous = anonymous;
    unconditional = rule.match().isUnconditional();
    rollout = rule.rollout();
    cost = rule.cost();
    mode = rule.mode();
    adaptive = rule.adaptive() != null;
    List<KeyPart> key = countedBy(rule);
    parts = key.toArray(new KeyPart[0]);
    limitsByTier = limitsByTier(rule, tiers);
    terms = terms(rule, tiers);
    KeyHash hash = new KeyHash();
    scope = hash.add(rule.id()).end().hi();
    hash.start().add(rule.id());
    key.forEach(part -> hash.add(part.toString()));
    hashHi = hash.end().hi();
    hashLo = hash.lo();
  }

  /**
   * The key's parts, plus the tier where limits differ by tier and nothing in the key implies one:
   * a counter must not be held against two different limits in turn.
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

  /**
   * For each tier, from the lowest: its own limits, or else those of the next lower that has some.
   */
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

  /** Limits of the given rates. */
  public static Limit[] compile(Algorithm algorithm, List<Rate> rates) {
    return rates.stream().map(rate -> Limit.of(algorithm, rate)).toArray(Limit[]::new);
  }

  /** The rule as it was written. */
  public Rule rule() {
    return rule;
  }

  /** The place among the rules, by which ties are decided. */
  int position() {
    return position;
  }

  /** How many tiers have limits, at least 1. */
  public int tiers() {
    return limitsByTier.length;
  }

  /** The limits that hold for a tier. */
  public Limit[] limits(int tier) {
    return limitsByTier[tier];
  }

  /** What the rule says about the charges of a class of requests. */
  public Terms terms(Priority priority, int tier) {
    return Objects.requireNonNull(terms.get(priority))[tier];
  }

  private static Map<Priority, Terms[]> terms(Rule rule, List<String> tiers) {
    Map<Priority, Terms[]> terms = new EnumMap<>(Priority.class);
    for (Priority priority : Priority.values()) {
      boolean spared =
          priority == Priority.CRITICAL && rule.sheds() && !rule.shares().names(priority);
      terms.put(
          priority,
          Arrays.stream(rule.shares().byTier(priority, tiers))
              .mapToObj(share -> terms(rule, spared, share))
              .toArray(Terms[]::new));
    }
    return terms;
  }

  private static Terms terms(Rule rule, boolean spared, int share) {
    return new Terms(
        spared || rule.mode() == Mode.SHADOW,
        rule.onExceed().maxDelay().toNanos(),
        rule.sync(),
        rule.onStoreFailure(),
        share);
  }

  /** Whether the rule can deny. */
  public boolean enforces() {
    return mode == Mode.ENFORCE;
  }

  /** Whether its limit may move. */
  public boolean isAdaptive() {
    return adaptive;
  }

  /** Units per request when the caller names none. */
  public long cost() {
    return cost;
  }

  /** The part of the match that a request does not meet, apart from the endpoint; null if none. */
  @Nullable String unmet(RequestContext request, @Nullable String tier) {
    return unconditional ? null : rule.match().unmet(request, tier);
  }

  /** A hash of the rule's id. */
  public long scope() {
    return scope;
  }

  /** The first part of the key that the request lacks, or null when it has them all. */
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

  /** Makes the key's hash. */
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

  /** Whether the key belongs to the per cent of keys the rule applies to. */
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

  /** The key in print. */
  public String text(RequestContext request, @Nullable String tier) {
    return KeyFormat.text(rule.id(), parts, part -> value(part, request, tier));
  }

  /** Whom the key speaks of. */
  public String subject(RequestContext request, @Nullable String tier) {
    return KeyFormat.subject(parts, part -> value(part, request, tier));
  }

  /** Whether every user has a counter of their own. */
  public boolean countsByUser() {
    return rule.key().contains(KeyPart.of(KeyPart.Kind.USER));
  }

  /** The parts of the key, in order. */
  public List<KeyPart> parts() {
    return List.of(parts);
  }

  private static @Nullable String value(
      KeyPart part, RequestContext request, @Nullable String tier) {
    return part.kind() == KeyPart.Kind.TIER ? tier : part.value(request);
  }

  private static @Nullable String clear(
      KeyPart part, RequestContext request, @Nullable String tier) {
    return part.kind() == KeyPart.Kind.TIER ? tier : part.clear(request);
  }
}
