package com.throttlex.server.admin;

import com.throttlex.LimitStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Status, metrics and reset in the form of {@code /admin}. */
final class StatusRoutes {
  private static final int MOST = 100;

  private final AdminServices parts;
  private final KeyRoutes keys;

  StatusRoutes(AdminServices parts) {
    this.parts = parts;
    keys = new KeyRoutes(parts);
  }

  AdminAnswer status(AdminCall call) {
    JsonObject health = ServiceRoutes.json(parts.health().get());
    return AdminAnswer.ok(health.put("version", parts.version()));
  }

  /** Returns the usage of the top keys, and of the first policies. */
  AdminAnswer metrics(AdminCall call) {
    TopReport report = parts.top().report(MOST);
    Set<TopKey> all = new LinkedHashSet<>(report.heaviest());
    all.addAll(report.mostDenied());
    List<Policy> policies = PolicyRoutes.all(parts.rules());
    JsonArray shown = new JsonArray();
    policies.stream().limit(MOST).forEach(policy -> shown.add(json(policy)));
    return AdminAnswer.ok(
        new JsonObject()
            .put("since", report.since().toString())
            .put("keys", TopRoute.json(List.copyOf(all)))
            .put("policyCount", policies.size())
            .put("policies", shown));
  }

  AdminAnswer keyMetrics(AdminCall call) {
    String key = call.variable("key");
    Policy policy = PolicyRoutes.find(parts.rules(), key);
    if (policy != null) {
      return AdminAnswer.ok(json(policy));
    }
    String canonical = keys.canonical(key);
    LimitStatus status = tightest(keys.inspect(canonical));
    if (status == null) {
      throw new ProblemException(404, "key: not in use (expected: a policy's key or a key in use)");
    }
    return AdminAnswer.ok(json(canonical, status.limit().algorithm().name(), status));
  }

  private JsonObject json(Policy policy) {
    LimitStatus status = tightest(keys.inspect(policy.printedKey()));
    String type = policy.type().name();
    return status == null
        ? json(policy.key(), type, policy.capacity(), policy.capacity(), policy.windowSeconds())
        : json(policy.key(), type, status);
  }

  /** Returns the limit with the smallest part remaining; null if there is none. */
  private static @Nullable LimitStatus tightest(List<LimitStatus> statuses) {
    return statuses.stream()
        .min(Comparator.comparingDouble(s -> (double) s.remaining() / s.capacity()))
        .orElse(null);
  }

  private static JsonObject json(String key, String algorithm, LimitStatus status) {
    return json(key, algorithm, status.remaining(), status.capacity(), status.windowSeconds());
  }

  private static JsonObject json(
      String key, String algorithm, long remaining, long capacity, long windowSeconds) {
    return new JsonObject()
        .put("key", key)
        .put("algorithm", algorithm)
        .put("currentTokens", remaining)
        .put("capacity", capacity)
        .put("windowRequestCount", capacity - remaining)
        .put("windowSeconds", windowSeconds)
        .put("status", remaining > 0 ? "OK" : "THROTTLED");
  }

  AdminAnswer reset(AdminCall call) {
    String key = call.variable("key");
    Policy policy = PolicyRoutes.find(parts.rules(), key);
    String canonical = keys.canonical(policy == null ? key : policy.printedKey());
    String shown = policy == null ? canonical : policy.key();
    boolean reset = keys.reset(canonical, call);
    return AdminAnswer.ok(new JsonObject().put("key", shown).put("reset", reset));
  }
}
