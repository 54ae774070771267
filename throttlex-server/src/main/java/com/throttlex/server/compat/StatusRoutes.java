package com.throttlex.server.compat;

import com.throttlex.LimitStatus;
import com.throttlex.request.ShownText;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.admin.AdminAnswer;
import com.throttlex.server.admin.AdminCall;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.KeyRoutes;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.admin.ServiceRoutes;
import com.throttlex.server.admin.TopKey;
import com.throttlex.server.admin.TopReport;
import com.throttlex.server.admin.TopRoute;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Status, metrics and reset in the form of {@code /admin}.
 *
 * <p>A key is that of a policy, any key that a policy could have, or a printed key.
 */
final class StatusRoutes {
  private static final int MOST = 100;

  private final AdminServices parts;
  private final KeyRoutes keys;
  private final KeyUsage usage;

  StatusRoutes(AdminServices parts) {
    this.parts = parts;
    keys = new KeyRoutes(parts);
    usage = new KeyUsage(parts);
  }

  AdminAnswer status(AdminCall call) {
    JsonObject health = ServiceRoutes.json(parts.health().get());
    return AdminAnswer.ok(health.put("version", parts.version()));
  }

  AdminAnswer metrics(AdminCall call) {
    return AdminAnswer.ok(metrics());
  }

  /** Returns the usage of the top keys, and of the first policies. */
  JsonObject metrics() {
    TopReport report = parts.top().report(MOST);
    Set<TopKey> all = new LinkedHashSet<>(report.heaviest());
    all.addAll(report.mostDenied());
    List<Policy> policies = Policies.of(book());
    JsonArray shown = new JsonArray();
    policies.stream().limit(MOST).forEach(policy -> shown.add(json(policy)));
    return new JsonObject()
        .put("since", report.since().toString())
        .put("keys", TopRoute.json(List.copyOf(all)))
        .put("policyCount", policies.size())
        .put("policies", shown);
  }

  private RuleBook book() {
    return parts.throttlex().rules();
  }

  AdminAnswer keyMetrics(AdminCall call) {
    String text = call.variable("key");
    if (isPrinted(text)) {
      String canonical = keys.canonical(text);
      LimitStatus status = KeyUsage.tightest(Stream.of(keys.inspect(canonical)));
      return AdminAnswer.ok(json(canonical, require(status)));
    }
    PolicyKey key = PolicyKey.parse(text);
    Policy policy = Policies.find(book(), key);
    return AdminAnswer.ok(
        policy == null ? json(key.text(), require(usage.tightest(key))) : json(policy));
  }

  private static LimitStatus require(@Nullable LimitStatus status) {
    if (status == null) {
      throw new ProblemException(
          404, "key: no limit (expected: a key in use, or one with a limit)");
    }
    return status;
  }

  /** Returns whether a text is a printed key and not the key of a policy. */
  private boolean isPrinted(String text) {
    int end = text.indexOf('|');
    if (end <= 0 || Policies.ofRule(book(), PolicyId.of(text)) != null) {
      return false;
    }
    String part = text.substring(end + 1).split("[=|]", 2)[0];
    try {
      KeyPart.parse(part);
      return true;
    } catch (IllegalArgumentException e) {
      return book().rule(text.substring(0, end)) != null;
    }
  }

  /** Returns the state of the policy's counter with the least remaining; full if none is used. */
  private JsonObject json(Policy policy) {
    CompiledRule rule = book().rule(policy.ruleId());
    LimitStatus status =
        rule == null
            ? null
            : KeyUsage.tightest(Policies.counters(rule).stream().map(parts.throttlex()::inspect));
    JsonObject json =
        status == null
            ? json(
                policy.key().text(), policy.capacity(), policy.capacity(), policy.windowSeconds())
            : json(policy.key().text(), status);
    return json.put("algorithm", policy.type().name());
  }

  private static JsonObject json(String key, LimitStatus status) {
    return json(key, status.remaining(), status.capacity(), status.windowSeconds())
        .put("algorithm", status.limit().algorithm().name());
  }

  private static JsonObject json(String key, long remaining, long capacity, long windowSeconds) {
    return new JsonObject()
        .put("key", key)
        .put("algorithm", "")
        .put("currentTokens", remaining)
        .put("capacity", capacity)
        .put("windowRequestCount", capacity - remaining)
        .put("windowSeconds", windowSeconds)
        .put("status", remaining > 0 ? "OK" : "THROTTLED");
  }

  AdminAnswer reset(AdminCall call) {
    String text = call.variable("key");
    if (isPrinted(text)) {
      String canonical = keys.canonical(text);
      return answer(canonical, keys.reset(canonical, call));
    }
    PolicyKey key = PolicyKey.parse(text);
    Set<String> counters = usage.counters(key);
    if (counters.isEmpty()) {
      String expected = "a key that a rule or a policy counts by";
      String shown = ShownText.quoted(key.text());
      throw new ProblemException(404, "key: " + shown + " (expected: " + expected + ")");
    }
    boolean reset = false;
    for (String counter : counters) {
      reset |= !keys.inspect(counter).isEmpty() && keys.reset(counter, call);
    }
    return answer(key.text(), reset);
  }

  private static AdminAnswer answer(String key, boolean reset) {
    return AdminAnswer.ok(new JsonObject().put("key", key).put("reset", reset));
  }
}
