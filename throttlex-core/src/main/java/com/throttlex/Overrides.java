package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.CompiledRule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Limits that replace those of a rule for one user, until they expire. */
final class Overrides {
  private final Map<String, Map<String, Ruling>> byUser = new ConcurrentHashMap<>();
  private final AtomicInteger mostLimits = new AtomicInteger();

  private static final class Ruling {
    private final long endsAt;
    private final Map<Algorithm, Limit[]> limits = new EnumMap<>(Algorithm.class);

    Ruling(List<Rate> rates, long endsAt) {
      this.endsAt = endsAt;
      for (Algorithm algorithm : Algorithm.values()) {
        compile(algorithm, rates);
      }
    }

    private void compile(Algorithm algorithm, List<Rate> rates) {
      try {
        limits.put(algorithm, CompiledRule.compile(algorithm, rates));
      } catch (IllegalArgumentException e) {
        // This algorithm does not support the override. If the rule has it, the rule's own limits
        // apply.
      }
    }
  }

  /**
   * Adds an override.
   *
   * @throws IllegalArgumentException if the rule's algorithm does not support these limits
   */
  void put(String user, CompiledRule rule, List<Rate> rates, long endsAt) {
    CompiledRule.compile(rule.rule().algorithm(), rates);
    Ruling override = new Ruling(rates, endsAt);
    mostLimits.accumulateAndGet(rates.size(), Math::max);
    byUser.compute(
        user,
        (u, old) -> {
          Map<String, Ruling> rulings = old == null ? new ConcurrentHashMap<>() : old;
          rulings.put(rule.rule().id(), override);
          return rulings;
        });
  }

  boolean remove(String user, String rule) {
    Ruling override = find(user, rule);
    return override != null && remove(user, rule, override);
  }

  private boolean remove(String user, String rule, Ruling override) {
    boolean[] removed = {false};
    byUser.computeIfPresent(
        user,
        (u, rulings) -> {
          removed[0] = rulings.remove(rule, override);
          return rulings.isEmpty() ? null : rulings;
        });
    return removed[0];
  }

  private @Nullable Ruling find(String user, String rule) {
    Map<String, Ruling> rulings = byUser.get(user);
    return rulings == null ? null : rulings.get(rule);
  }

  /** Returns the user's own limits under the rule, or null if there are none. */
  Limit @Nullable [] limits(@Nullable String user, CompiledRule rule, long now) {
    Ruling override = user == null ? null : find(user, rule.rule().id());
    if (user == null || override == null || !rule.countsByUser()) {
      return null;
    }
    if (override.endsAt <= now) {
      remove(user, rule.rule().id(), override);
      return null;
    }
    return override.limits.get(rule.rule().algorithm());
  }

  /** The largest number of limits that any override had so far. */
  int mostLimits() {
    return mostLimits.get();
  }
}
