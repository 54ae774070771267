package com.throttlex.server.admin;

import com.throttlex.jdbc.StoredOverride;
import com.throttlex.request.ShownText;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.rules.ManagedUsers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets and removes overrides of a user. */
final class OverrideRoutes {
  private static final String LIMITS = "AMOUNT/PERIOD such as 500/1m, or a list of them";

  private final ManagedUsers users;

  OverrideRoutes(AdminServices parts) {
    users = parts.users();
  }

  AdminAnswer put(AdminCall call) {
    String user = UserRoutes.user(call);
    JsonMembers fields = new JsonMembers(call.json(), "rule", "limits", "expiresAt");
    String rule = fields.text("rule", "a rule's id");
    List<String> limits = fields.texts("limits", LIMITS);
    Instant expiresAt = expiresAt(fields, call);
    if (!rule.isEmpty()) {
      users.problems(rule, limits).forEach(fields::wrong);
    }
    fields.finish(ProblemException::unprocessable);
    if (expiresAt == null) {
      throw new IllegalStateException("expiresAt: null (expected: an earlier problem)");
    }
    StoredOverride override =
        new StoredOverride(user, rule, limits, expiresAt, call.actor(), call.now());
    users.override(override);
    return AdminAnswer.json(201, json(override).put("user", user));
  }

  /** Returns when the override expires; null after a problem. */
  private static @Nullable Instant expiresAt(JsonMembers fields, AdminCall call) {
    return fields.has("expiresAt")
        ? Moments.read(
            fields, "expiresAt", false, at -> at.isAfter(call.now()), "a moment in the future")
        : StoredOverride.NEVER;
  }

  /** Returns when an override expires; null if it stays until it is removed. */
  static @Nullable String end(StoredOverride override) {
    return override.expires() ? override.expiresAt().toString() : null;
  }

  static JsonObject json(StoredOverride override) {
    return new JsonObject()
        .put("rule", override.rule())
        .put("limits", new JsonArray(override.limits()))
        .put("expiresAt", end(override))
        .put("updatedAt", override.at().toString())
        .put("updatedBy", override.actor());
  }

  AdminAnswer remove(AdminCall call) {
    String user = UserRoutes.user(call);
    String rule = rule(call);
    boolean removed =
        rule == null
            ? users.removeOverrides(user, call.change()) > 0
            : users.removeOverride(user, rule, call.change());
    if (!removed) {
      String which = rule == null ? "none" : ShownText.quoted(rule);
      throw new ProblemException(
          404, "override: " + which + " (expected: a rule with an override)");
    }
    return AdminAnswer.empty(204);
  }

  private static @Nullable String rule(AdminCall call) {
    String named = call.query("rule").text("rule");
    if (named != null || !call.hasBody()) {
      return named;
    }
    JsonMembers fields = new JsonMembers(call.json(), "rule");
    String rule = fields.has("rule") ? fields.text("rule", "a rule's id") : null;
    fields.finish(ProblemException::unprocessable);
    return rule;
  }
}
