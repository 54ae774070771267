package com.throttlex;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.AdaptiveRule;
import com.throttlex.adaptive.Range;
import com.throttlex.adaptive.system.SystemSignals;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The present limits of adaptive rules.
 *
 * <p>The controller moves the first limit of the lowest tier. Limits of other tiers rise in
 * proportion. They fall later: with n tiers, tier i keeps its limit until the lowest has lost i/n
 * of its room above the minimum, and reaches the minimum together with it. So a cut takes from the
 * lowest tier first and from the highest last. Limits that do not differ by tier are one limit: a
 * counter must not be charged under two limits in turn.
 */
final class AdaptedLimits {
  /** Limits computed from amounts; valid until the amounts change. */
  private record Made(Map<String, Long> amounts, Map<CompiledRule, Limit[][]> limits) {
    Made(Map<String, Long> amounts) {
      this(amounts, new ConcurrentHashMap<>());
    }
  }

  private final AdaptiveLimits adaptive;
  private volatile Made made = new Made(Map.of());

  AdaptedLimits(AdaptiveLimits adaptive) {
    this.adaptive = adaptive;
  }

  /** Creates adaptive limits that follow the health of this process and of called services. */
  static AdaptiveLimits ofThisProcess(TimeSource time) {
    AdaptiveLimits alone = new AdaptiveLimits(new MemoryNotes(time::nanos));
    alone.watch(Adaptive.SYSTEM, SystemSignals.ofThisProcess()::read);
    return alone;
  }

  /** Replaces the rules whose limits can move. */
  void govern(RuleBook book) {
    List<AdaptiveRule> governed = new ArrayList<>();
    for (CompiledRule rule : book.all()) {
      Adaptive range = rule.rule().adaptive();
      if (range != null && rule.enforces()) {
        governed.add(
            new AdaptiveRule(
                rule.rule().id(),
                new Range(range.min(), base(rule), range.max()),
                rule.rule().algorithm() == Algorithm.CONCURRENCY,
                follows(rule.rule(), range)));
      }
    }
    adaptive.govern(governed, book.preamble().adaptive());
    made = new Made(adaptive.limits());
  }

  private static long base(CompiledRule rule) {
    return rule.limits(0)[0].rate().amount();
  }

  private static List<String> follows(Rule rule, Adaptive range) {
    if (!range.health().isEmpty()) {
      return range.health();
    }
    return rule.match().services().isEmpty()
        ? List.of(Adaptive.SYSTEM)
        : List.copyOf(rule.match().services());
  }

  /** Returns the limits of a rule for a tier. */
  Limit[] limits(CompiledRule rule, int tier) {
    return rule.isAdaptive() ? moved(rule, tier) : rule.limits(tier);
  }

  private Limit[] moved(CompiledRule rule, int tier) {
    Made current = made;
    Map<String, Long> amounts = adaptive.limits();
    if (amounts != current.amounts) {
      current = new Made(amounts);
      made = current;
    }
    Long amount = amounts.get(rule.rule().id());
    return amount == null ? rule.limits(tier) : byTier(current, rule, amount)[tier];
  }

  private static Limit[][] byTier(Made made, CompiledRule rule, long amount) {
    Limit[][] known = made.limits.get(rule);
    return known == null ? made.limits.computeIfAbsent(rule, r -> scaled(r, amount)) : known;
  }

  private static Limit[][] scaled(CompiledRule rule, long amount) {
    Limit[][] byTier = new Limit[rule.tiers()][];
    for (int tier = 0; tier < byTier.length; tier++) {
      byTier[tier] = rule.limits(tier).clone();
      Limit first = byTier[tier][0];
      long wanted = wanted(rule, tier, first.rate().amount(), amount);
      byTier[tier][0] = first.withAmount(within(rule.rule().adaptive(), wanted));
    }
    return byTier;
  }

  private static long wanted(CompiledRule rule, int tier, long written, long amount) {
    Adaptive range = rule.rule().adaptive();
    long base = base(rule);
    if (range == null || amount >= base || rule.rule().limits().size() == 1) {
      return Math.round((double) written * amount / base);
    }
    double lost = (double) (base - amount) / (base - range.min());
    double from = (double) tier / rule.tiers();
    double part = Math.max(0, (lost - from) / (1 - from));
    return Math.round(written - part * (written - range.min()));
  }

  private static long within(@Nullable Adaptive range, long amount) {
    return range == null ? amount : Math.max(range.min(), Math.min(range.max(), amount));
  }
}
