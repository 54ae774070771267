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
 * A rule for one exact user, in the form of {@code /admin/policies}.
 *
 * <p>It is stored as a rule. A token bucket of {@code refillRate} a second is stored as {@code
 * refillRate × windowSeconds} per {@code windowSeconds}: the same rate, with the window kept. A
 * sliding window has no refill rate; it is 0.
 *
 * @param key the user
 * @param refillRate units per second of a token bucket; 0 for a sliding window
 * @param windowSeconds at least 1
 */
record Policy(String key, Type type, long capacity, long refillRate, long windowSeconds) {
  /** The algorithm of a policy. */
  enum Type {
    TOKEN_BUCKET,
    SLIDING_WINDOW
  }

  /** The largest capacity that is counted with a log; a counter takes less memory. */
  static final long MOST_LOGGED = 100_000;

  private static final long EXACT_IN_JSON = (1L << 53) - 1;

  /** Returns the policy that a rule represents, or null if no policy can represent it. */
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
   * Returns the rule of this policy.
   *
   * @throws IllegalArgumentException if the limits are not possible
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

  /** Returns the printed key of the policy's only counter. */
  String printedKey() {
    return PolicyId.of(key) + "|user=" + KeyText.escape(key);
  }

  /** Returns a positive number that depends only on the key. */
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
