package com.throttlex.rule;

import com.throttlex.request.Priority;
import com.throttlex.store.Terms;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much of a limit each priority class may use up; the rest is kept for higher classes.
 *
 * <p>A class that is not named may use all of it.
 *
 * @param perCent for each class, by tier or for {@link Rule#EVERY_TIER}, per cent of the limit
 */
public record Shares(Map<Priority, Map<String, Integer>> perCent) {
  /** Shares under which every class may use the whole limit. */
  public static final Shares NONE = new Shares(Map.of());

  public Shares {
    Map<Priority, Map<String, Integer>> copy = new EnumMap<>(Priority.class);
    perCent.forEach((priority, byTier) -> copy.put(priority, Ordered.map(byTier)));
    perCent = Ordered.map(copy);
  }

  /** Creates shares that are equal for all tiers. */
  public static Shares of(Map<Priority, Integer> perCent) {
    Map<Priority, Map<String, Integer>> byTier = new LinkedHashMap<>();
    perCent.forEach((priority, share) -> byTier.put(priority, Map.of(Rule.EVERY_TIER, share)));
    return new Shares(byTier);
  }

  /** Returns whether every class may use the whole limit. */
  public boolean isEmpty() {
    return perCent.isEmpty();
  }

  /** Returns whether a class has a share. */
  public boolean names(Priority priority) {
    return perCent.containsKey(priority);
  }

  /** Returns whether shares depend on the tier. */
  public boolean isByTier() {
    return !tiers().isEmpty();
  }

  /** The tiers that shares name. */
  Set<String> tiers() {
    Set<String> tiers = new LinkedHashSet<>();
    perCent.values().forEach(byTier -> tiers.addAll(byTier.keySet()));
    tiers.remove(Rule.EVERY_TIER);
    return tiers;
  }

  /**
   * Returns the share of a class for each tier, lowest first: the tier's own, or else that of the
   * next lower tier that has one, or else the lowest one.
   */
  int[] byTier(Priority priority, List<String> tiers) {
    Map<String, Integer> named = perCent.getOrDefault(priority, Map.of());
    int[] shares = new int[Math.max(1, tiers.size())];
    int current = named.getOrDefault(Rule.EVERY_TIER, Terms.WHOLE);
    for (int i = tiers.size() - 1; i >= 0; i--) {
      current = named.getOrDefault(tiers.get(i), current);
    }
    for (int i = 0; i < shares.length; i++) {
      current = tiers.isEmpty() ? current : named.getOrDefault(tiers.get(i), current);
      shares[i] = current;
    }
    return shares;
  }
}
