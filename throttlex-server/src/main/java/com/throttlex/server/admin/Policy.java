package com.throttlex.server.admin;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule for one exact user, in the words of an earlier design.
 *
 * <p>Kept as a rule. A token bucket of {@code refillRate} a second is written as {@code refillRate
 * × windowSeconds} per {@code windowSeconds}, which is the same rate and keeps the window; the
 * refill rate of a sliding window means nothing and is 0.
 *
 * @param key the user
 * @param refillRate units per second of a token bucket; 0 for a sliding window
 * @param windowSeconds at least 1
 */
record Policy(String key, Type type, long capacity, long refillRate, long windowSeconds) {
  /** How a policy counts. */
  enum Type {
    TOKEN_BUCKET,
    SLIDING_WINDOW
  }

  /** Up to here every request is remembered; above, a counter takes less memory. */
  static final long MOST_LOGGED = 100_000;

  private static final long EXACT_IN_JSON = (1L << 53) - 1;

  /** The policy that a rule is, or null when the rule says something that no policy can. */
  static @Nullable Policy of(Rule rule) {
    Set<String> users = rule.match().users();
    Collection<List<Rate>> limits = rule.limits().values();
    List<Rate> rates = limits.size() == 1 ? limits.iterator().next() : List.of();
    if (users.size() != 1 || rates.size() != 1) {
      return null;
    }
    String user = users.iterator().next();
    Rate rate = rates.get(0);
    Policy policy = of(user, rule.algorithm(), rate);
    return policy != null && policy.rule().equals(rule) ? policy : null;
  }

  private static @Nullable Policy of(String user, Algorithm algorithm, Rate rate) {
    long seconds = rate.period().seconds();
    return switch (algorithm) {
      case TOKEN_BUCKET ->
          new Policy(
              user, Type.TOKEN_BUCKET, rate.effectiveBurst(), rate.amount() / seconds, seconds);
      case SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER ->
          new Policy(user, Type.SLIDING_WINDOW, rate.amount(), 0, seconds);
      default -> null;
    };
  }

  /**
   * The rule that this policy is.
   *
   * @throws IllegalArgumentException when there is no such rule
   */
  Rule rule() {
    Match match =
        new Match(
            null,
            Set.of(),
            Set.of(),
            Map.of(),
            Set.of(),
            Set.of(),
            Set.of(key),
            Set.of(),
            Set.of());
    return Rule.builder(PolicyId.of(key))
        .match(match)
        .key(List.of(KeyPart.of(KeyPart.Kind.USER)))
        .limits(Rule.EVERY_TIER, List.of(rate()))
        .algorithm(algorithm())
        .build();
  }

  private Rate rate() {
    Period period = Period.of(Duration.ofSeconds(windowSeconds));
    return type == Type.TOKEN_BUCKET
        ? new Rate(Math.multiplyExact(refillRate, windowSeconds), period, capacity)
        : new Rate(capacity, period, 0);
  }

  private Algorithm algorithm() {
    if (type == Type.TOKEN_BUCKET) {
      return Algorithm.TOKEN_BUCKET;
    }
    return capacity <= MOST_LOGGED
        ? Algorithm.SLIDING_WINDOW_LOG
        : Algorithm.SLIDING_WINDOW_COUNTER;
  }

  /** The key of the policy's only counter, in print. */
  String printedKey() {
    return PolicyId.of(key) + "|user=" + KeyText.escape(key);
  }

  /** A positive number that is the same for the same key, everywhere and always. */
  long id() {
    return Math.max(1, KeyHash.stable().add(key).end().lo() & EXACT_IN_JSON);
  }

  JsonObject json() {
    return new JsonObject()
        .put("id", id())
        .put("policyKey", key)
        .put("type", type.name())
        .put("capacity", capacity)
        .put("refillRate", refillRate)
        .put("windowSeconds", windowSeconds);
  }
}
