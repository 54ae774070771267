package com.throttlex.server.admin;

import com.throttlex.jdbc.RuleVersion;
import com.throttlex.key.SecretValue;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.rules.ManagedRule;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Shows the versions of a rule, and restores one. */
final class HistoryRoutes {
  private final ManagedRules rules;

  HistoryRoutes(AdminServices parts) {
    rules = parts.rules();
  }

  AdminAnswer list(AdminCall call) {
    String id = call.variable("id");
    List<RuleVersion> history = rules.history(id);
    if (history.isEmpty()) {
      RuleRoutes.require(rules, id);
    }
    JsonArray versions = new JsonArray();
    history.forEach(version -> versions.add(json(version)));
    return AdminAnswer.ok(new JsonObject().put("versions", versions));
  }

  private static JsonObject json(RuleVersion version) {
    return new JsonObject()
        .put("version", version.version())
        .put("action", version.action().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("actor", version.actor())
        .put("at", version.at().toString())
        .put("rule", version.json() == null ? null : object(version.json()))
        .put("changed", changed(object(version.before()), object(version.json())));
  }

  private static JsonObject object(@Nullable String json) {
    return json == null ? new JsonObject() : masked(new JsonObject(json));
  }

  /** Replaces API keys in clear, which earlier releases stored, by their digests. */
  private static JsonObject masked(JsonObject rule) {
    if (rule.getValue("match") instanceof JsonObject match
        && match.getValue("api-keys") instanceof JsonArray keys) {
      match.put(
          "api-keys",
          new JsonArray(keys.stream().map(String::valueOf).map(SecretValue::masked).toList()));
    }
    return rule;
  }

  private static JsonArray changed(JsonObject before, JsonObject after) {
    TreeSet<String> names = new TreeSet<>(before.fieldNames());
    names.addAll(after.fieldNames());
    names.removeIf(name -> Objects.equals(before.getValue(name), after.getValue(name)));
    return new JsonArray(List.copyOf(names));
  }

  AdminAnswer rollBack(AdminCall call) {
    JsonMembers fields = new JsonMembers(call.json(), "version");
    long to = fields.number("version", 1, Long.MAX_VALUE);
    fields.finish(ProblemException::unprocessable);
    String id = call.variable("id");
    rules.follow();
    ManagedRule current = rules.find(id).orElse(null);
    if (current != null) {
      RuleRoutes.requireChangeable(rules, id);
    }
    Long version = EntityTags.required(call, current);
    return RuleRoutes.answer(200, rules.rollBack(id, to, version, call.change()));
  }
}
