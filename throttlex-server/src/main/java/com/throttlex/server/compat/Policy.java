package com.throttlex.server.compat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.KeyHash;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule for one key, in the form of {@code /admin/policies}.
 *
 * <p>It is stored as one rule. A bare key has a counter for each way of matching: as the user, the
 * address and the API key. Parts have one counter. A token bucket of {@code refillRate} a second is
 * stored as {@code refillRate × windowSeconds} per {@code windowSeconds}: the same rate, with the
 * window kept. A sliding window has no refill rate; it is 0.
 *
 * @param refillRate units per second of a token bucket; 0 for a sliding window
 * @param windowSeconds at least 1
 */
record Policy(PolicyKey key, Type type, long capacity, long refillRate, long windowSeconds) {
  /** The algorithm of a policy. */
  enum Type {
    TOKEN_BUCKET,
    SLIDING_WINDOW
  }

  /** The largest capacity that is counted with a log; a counter takes less memory. */
  static final long MOST_LOGGED = 100_000;

  private static final List<KeyPart> ONE_COUNTER = List.of(KeyPart.of(KeyPart.Kind.GLOBAL));
  private static final List<KeyPart> BY_SUBJECT = List.of(KeyPart.of(KeyPart.Kind.SUBJECT));
  private static final long EXACT_IN_JSON = (1L << 53) - 1;

  /** Returns the policy that a rule represents, or null if no policy can represent it. */
  static @Nullable Policy of(Rule rule) {
    if (!rule.id().startsWith(PolicyId.PREFIX)) {
      return null;
    }
    Rule current = isEarlier(rule) ? upgraded(rule) : rule;
    PolicyKey key = PolicyKey.of(current.match());
    Collection<List<Rate>> limits = current.limits().values();
    List<Rate> rates = limits.size() == 1 ? limits.iterator().next() : List.of();
    if (key == null || rates.size() != 1) {
      return null;
    }
    Policy policy = of(key, current.algorithm(), rates.get(0));
    return policy != null && policy.rule().equals(current) ? policy : null;
  }

  private static @Nullable Policy of(PolicyKey key, Algorithm algorithm, Rate rate) {
    long seconds = rate.period().seconds();
    boolean bucket = algorithm == Algorithm.TOKEN_BUCKET;
    if (seconds < 1 || (bucket && rate.amount() < seconds)) {
      return null; // less than a second, or than a unit a second
    }
    return switch (algorithm) {
      case TOKEN_BUCKET ->
          new Policy(
              key, Type.TOKEN_BUCKET, rate.effectiveBurst(), rate.amount() / seconds, seconds);
      case SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER ->
          new Policy(key, Type.SLIDING_WINDOW, rate.amount(), 0, seconds);
      default -> null;
    };
  }

  /** Returns whether an earlier release stored the policy: for a user only. */
  private static boolean isEarlier(Rule rule) {
    return rule.match().users().size() == 1
        && rule.key().equals(List.of(KeyPart.of(KeyPart.Kind.USER)))
        && rule.id().equals(PolicyId.of(rule.match().users().iterator().next()));
  }

  private static Rule upgraded(Rule rule) {
    Match match = PolicyKey.ofBare(rule.match().users().iterator().next()).match();
    return rule.toBuilder().match(match).key(BY_SUBJECT).build();
  }

  /** Returns the id of the policy's rule. */
  String ruleId() {
    return PolicyId.of(key.text());
  }

  /**
   * Returns the rule of this policy.
   *
   * @throws IllegalArgumentException if the limits are not possible
   */
  Rule rule() {
    return Rule.builder(ruleId())
        .match(key.match())
        .key(key.bare() == null ? ONE_COUNTER : BY_SUBJECT)
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

  /** Returns a positive number that depends only on the key. */
  long id() {
    return Math.max(1, KeyHash.stable().add(key.text()).end().lo() & EXACT_IN_JSON);
  }

  JsonObject json() {
    return new JsonObject()
        .put("id", id())
        .put("policyKey", key.text())
        .put("type", type.name())
        .put("capacity", capacity)
        .put("refillRate", refillRate)
        .put("windowSeconds", windowSeconds);
  }
}
