package com.throttlex.server.compat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.server.rules.ManagedRule;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule with one limit, in the flat form {@code rule_id, name, dimension, endpoint_pattern, limit,
 * window_seconds, algorithm, tier}.
 *
 * @param endpoint the pattern of paths, or null for all
 * @param tier the tier of users that it is for, or null for all
 */
record FlatRule(
    String id,
    String name,
    Dimension dimension,
    @Nullable String endpoint,
    long limit,
    long windowSeconds,
    Algorithm algorithm,
    @Nullable String tier) {

  /** The part of a request that has a counter of its own. */
  enum Dimension {
    USER(KeyPart.Kind.USER),
    IP(KeyPart.Kind.IP),
    APIKEY(KeyPart.Kind.API_KEY),
    GLOBAL(KeyPart.Kind.GLOBAL);

    private final KeyPart.Kind kind;

    Dimension(KeyPart.Kind kind) {
      this.kind = kind;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the dimension that a rule counts by: its only one, or else the first of its key. */
    static Dimension of(Rule rule) {
      for (KeyPart part : rule.key()) {
        for (Dimension dimension : values()) {
          if (dimension.kind == part.kind()) {
            return dimension;
          }
        }
      }
      return GLOBAL;
    }
  }

  /** Every endpoint, as clients write it. */
  static final String ALL_ENDPOINTS = "*";

  /** The name of the recommended sliding window. */
  static final String SLIDING_WINDOW = "sliding_window";

  /**
   * Returns the rule in this form. If the rule has more than the form can express, the rest is left
   * out, such as further limits.
   */
  static FlatRule of(Rule rule) {
    Match match = rule.match();
    Rate rate = rule.limits().values().iterator().next().get(0);
    return new FlatRule(
        rule.id(),
        rule.name(),
        Dimension.of(rule),
        match.endpoint() == null ? null : match.endpoint().toString(),
        rate.amount(),
        rate.period().seconds(),
        rule.algorithm(),
        match.tiers().size() == 1 ? match.tiers().iterator().next() : null);
  }

  /** Returns whether this form expresses the whole rule. */
  static boolean expresses(Rule rule) {
    return of(rule).rule().equals(rule);
  }

  /**
   * Returns the rule.
   *
   * @throws IllegalArgumentException if the limit is not possible
   */
  Rule rule() {
    Match match =
        new Match(
            endpoint == null ? null : EndpointPattern.parse(endpoint),
            Set.of(),
            Set.of(),
            Map.of(),
            tier == null ? Set.of() : Set.of(tier),
            Set.of());
    Rate rate = new Rate(limit, Period.of(Duration.ofSeconds(windowSeconds)), 0);
    return Rule.builder(id)
        .name(name)
        .match(match)
        .key(List.of(KeyPart.of(dimension.kind)))
        .limits(Rule.EVERY_TIER, List.of(rate))
        .algorithm(algorithm)
        .build();
  }

  /** Returns the name of an algorithm in this form. */
  static String word(Algorithm algorithm) {
    return algorithm == Algorithm.SLIDING_WINDOW_COUNTER
        ? SLIDING_WINDOW
        : algorithm.name().toLowerCase(Locale.ROOT);
  }

  static JsonObject json(ManagedRule managed) {
    FlatRule rule = of(managed.rule());
    return new JsonObject()
        .put("rule_id", rule.id)
        .put("name", rule.name)
        .put("dimension", rule.dimension.text())
        .put("endpoint_pattern", rule.endpoint == null ? ALL_ENDPOINTS : rule.endpoint)
        .put("limit", rule.limit)
        .put("window_seconds", rule.windowSeconds)
        .put("algorithm", word(rule.algorithm))
        .put("tier", rule.tier)
        .put("created_at", managed.createdAt().toString())
        .put("updated_at", managed.changedAt().toString());
  }
}
