package com.throttlex.server.admin;

import com.throttlex.BlockStatus;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.request.ShownText;
import com.throttlex.server.access.CounterResets;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inspects, resets and unblocks single counters by their printed keys.
 *
 * <p>A key may contain a secret in clear. Answers, problems and the audit trail contain its digest.
 */
public final class KeyRoutes {
  private final ThrottleX throttlex;
  private final CounterResets resets;

  public KeyRoutes(AdminServices parts) {
    throttlex = parts.throttlex();
    resets = parts.resets();
  }

  AdminAnswer read(AdminCall call) {
    String key = canonical(call.variable("key"));
    List<LimitStatus> statuses = inspect(key);
    BlockStatus block = throttlex.block(key);
    if (statuses.isEmpty() && (block == null || !block.blocked())) {
      throw new ProblemException(
          404, "key: " + ShownText.quoted(key) + " (expected: a key in use)");
    }
    JsonArray limits = new JsonArray();
    statuses.forEach(status -> limits.add(json(status)));
    JsonObject state =
        new JsonObject().put("key", key).put("rule", ruleOf(key)).put("limits", limits);
    return AdminAnswer.ok(block == null ? state : state.put("block", json(block)));
  }

  static JsonObject json(BlockStatus block) {
    JsonObject state =
        new JsonObject()
            .put("strikes", block.strikes())
            .put("after", block.after())
            .put("blocked", block.blocked());
    return block.blocked() ? state.put("endsAt", block.endsAt()) : state;
  }

  static JsonObject json(LimitStatus status) {
    return new JsonObject()
        .put("limit", status.capacity())
        .put("windowSeconds", status.windowSeconds())
        .put("remaining", status.remaining())
        .put("resetAt", status.resetAt())
        .put("currentCount", status.capacity() - status.remaining());
  }

  AdminAnswer reset(AdminCall call) {
    reset(canonical(call.variable("key")), call);
    return AdminAnswer.empty(204);
  }

  /** Lifts the block of a key; its limits stay as they are. */
  AdminAnswer liftBlock(AdminCall call) {
    String key = canonical(call.variable("key"));
    read(key, throttlex::block);
    resets.liftBlock(key, call.actor());
    return AdminAnswer.empty(204);
  }

  /** Returns the key with digests in place of secrets in clear. */
  public String canonical(String key) {
    return read(key, throttlex::canonicalKey);
  }

  /** Returns the counters of a key; empty if there are none. */
  public List<LimitStatus> inspect(String key) {
    return read(key, throttlex::inspect);
  }

  private <T extends @Nullable Object> T read(String key, Function<String, T> reader) {
    requireRule(key);
    try {
      return reader.apply(key);
    } catch (IllegalArgumentException e) {
      throw malformed(e);
    }
  }

  /** Audits, then resets the counters of a canonical key; returns false if there were none. */
  public boolean reset(String key, AdminCall call) {
    inspect(key);
    return resets.reset(key, call.actor());
  }

  private void requireRule(String key) {
    if (throttlex.rules().rule(ruleOf(key)) == null) {
      throw new ProblemException(
          404, "key: unknown rule (expected: RULE|PART=VALUE of a rule in force)");
    }
  }

  private static ProblemException malformed(IllegalArgumentException e) {
    return new ProblemException(400, ShownText.sentence(String.valueOf(e.getMessage())));
  }

  private static String ruleOf(String key) {
    int end = key.indexOf('|');
    return end < 0 ? key : key.substring(0, end);
  }
}
