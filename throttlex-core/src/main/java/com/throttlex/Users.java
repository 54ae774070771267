package com.throttlex;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tiers and overrides of users. */
final class Users {
  private final Map<String, String> tiers = new ConcurrentHashMap<>();
  private final Overrides overrides = new Overrides();

  Overrides overrides() {
    return overrides;
  }

  void tier(String user, String tier) {
    tiers.put(user, tier);
  }

  boolean removeTier(String user) {
    return tiers.remove(user) != null;
  }

  @Nullable String tier(String user) {
    return tiers.get(user);
  }

  /** Returns the request with the tier of its user, unless it already has one. */
  RequestContext withTier(RequestContext request) {
    String user = request.user();
    String tier = user == null || request.tier() != null || tiers.isEmpty() ? null : tier(user);
    return tier == null ? request : request.withTier(tier);
  }

  /** Adds an override, if the rule supports it. */
  void override(String user, CompiledRule rule, List<Rate> limits, Instant endsAt) {
    if (!rule.countsByUser()) {
      throw new IllegalArgumentException(
          "rule: "
              + rule.rule().id()
              + " (expected: a rule that counts by user, not by "
              + rule.parts()
              + ")");
    }
    if (limits.isEmpty()) {
      throw new IllegalArgumentException("limits: [] (expected: at least one limit)");
    }
    overrides.put(user, rule, limits, nanos(endsAt));
  }

  /** Returns the index of the named tier, or else of the user's own tier, or else of the lowest. */
  int tierNumber(String user, @Nullable String named, List<String> tiers) {
    String tier = named == null ? tier(user) : named;
    return tier == null ? 0 : Math.max(0, tiers.indexOf(tier));
  }

  /** Returns the limits of a user under the rule: the user's own, or else the usual ones. */
  Limit[] limits(@Nullable String user, CompiledRule rule, Limit[] usual, long now) {
    Limit[] own = overrides.limits(user, rule, now);
    return own == null ? usual : own;
  }

  private static long nanos(Instant instant) {
    long latest = Long.MAX_VALUE / 1_000_000_000L - 1;
    long seconds = Math.max(0, Math.min(latest, instant.getEpochSecond()));
    return seconds * 1_000_000_000L + instant.getNano();
  }
}
