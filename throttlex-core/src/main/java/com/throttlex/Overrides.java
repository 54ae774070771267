package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.CompiledRule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Limits that hold for one user in place of a rule's own, until they end. */
final class Overrides {
  private final Map<String, Map<String, Ruling>> byUser = new ConcurrentHashMap<>();

  private static final class Ruling {
    private final List<Rate> rates;
    private final long endsAt;
    private final Algorithm algorithm;
    private final Limit[] limits;

    Ruling(List<Rate> rates, long endsAt, Algorithm algorithm) {
      this.rates = List.copyOf(rates);
      this.endsAt = endsAt;
      this.algorithm = algorithm;
      this.limits = CompiledRule.compile(algorithm, rates);
    }
  }

  void put(String user, CompiledRule rule, List<Rate> rates, long endsAt) {
    Ruling override = new Ruling(rates, endsAt, rule.rule().algorithm());
    byUser.computeIfAbsent(user, u -> new ConcurrentHashMap<>()).put(rule.rule().id(), override);
  }

  boolean remove(String user, String rule) {
    Map<String, Ruling> ofUser = byUser.get(user);
    boolean removed = ofUser != null && ofUser.remove(rule) != null;
    byUser.computeIfPresent(user, (u, rules) -> rules.isEmpty() ? null : rules);
    return removed;
  }

  /** The limits that hold for the user in place of the rule's, or null. */
  Limit @Nullable [] limits(@Nullable String user, CompiledRule rule, long now) {
    Map<String, Ruling> ofUser = user == null ? null : byUser.get(user);
    Ruling override = ofUser == null ? null : ofUser.get(rule.rule().id());
    if (user == null || override == null) {
      return null;
    }
    if (override.endsAt <= now) {
      remove(user, rule.rule().id());
      return null;
    }
    Algorithm algorithm = rule.rule().algorithm();
    return override.algorithm == algorithm
        ? override.limits
        : CompiledRule.compile(algorithm, override.rates);
  }
}
