package com.throttlex.rules;

import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Rule;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Writes the limits of a rule in their shortest form. */
final class LimitsTree {
  private static final Predicate<Rate> IS_CALENDAR = rate -> rate.period().calendar() != null;

  private final Map<String, List<Rate>> limits;
  private final long burst;

  LimitsTree(Map<String, List<Rate>> limits) {
    this.limits = limits;
    burst = commonBurst();
  }

  private List<Rate> rates(Predicate<Rate> condition) {
    return limits.values().stream().flatMap(List::stream).filter(condition).toList();
  }

  private long commonBurst() {
    List<Rate> bursting = rates(IS_CALENDAR.negate());
    boolean common = bursting.stream().map(Rate::burst).distinct().count() == 1;
    return common ? bursting.get(0).burst() : 0;
  }

  /** Returns the burst of the rule, or 0 if the limits have none or different ones. */
  long burst() {
    return burst;
  }

  /** Returns the zone of the rule, unless it is the default. */
  Optional<ZoneId> zone() {
    return rates(IS_CALENDAR).stream()
        .map(rate -> rate.period().zone())
        .filter(zone -> !zone.equals(ZoneOffset.UTC))
        .findFirst();
  }

  Object tree() {
    List<Rate> forAll = limits.get(Rule.EVERY_TIER);
    if (forAll != null) {
      return tree(forAll);
    }
    Map<String, Object> byTier = new LinkedHashMap<>();
    limits.forEach((tier, rates) -> byTier.put(tier, tree(rates)));
    return byTier;
  }

  private Object tree(List<Rate> rates) {
    return rates.size() == 1 ? tree(rates.get(0)) : rates.stream().map(this::tree).toList();
  }

  private Object tree(Rate rate) {
    if (rate.burst() == 0 || rate.burst() == burst) {
      return rate.toString();
    }
    Map<String, Object> longForm = new LinkedHashMap<>();
    longForm.put("amount", rate.amount());
    longForm.put("period", rate.period().toString());
    longForm.put("burst", rate.burst());
    return longForm;
  }
}
