package com.throttlex.server.admin;

import com.throttlex.rule.Fallback;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.rules.ManagedRule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules as JSON of the admin API: the fields of the rule file, and a few more. */
final class RuleJson {
  /** Members that only answers have; they are ignored when a client sends them back. */
  private static final List<String> ABOUT =
      List.of("source", "version", "updatedAt", "updatedBy", "created_at", "updated_at");

  private RuleJson() {}

  static JsonObject of(ManagedRule rule) {
    JsonObject json = new JsonObject(rule.json());
    json.put("name", rule.rule().name());
    json.put("source", rule.source().name().toLowerCase(Locale.ROOT));
    json.put("version", rule.version());
    if (rule.actor() != null) {
      json.put("updatedAt", rule.changedAt().toString()).put("updatedBy", rule.actor());
    }
    return json.put("created_at", rule.createdAt().toString())
        .put("updated_at", rule.changedAt().toString());
  }

  /** Returns the parts of the rule file other than rules, as far as there are any. */
  static JsonObject of(Preamble preamble) {
    JsonObject json =
        new JsonObject()
            .put("tiers", new JsonArray(preamble.tiers()))
            .put("default-rule", of(preamble.fallback()));
    Map<String, Object> said = RuleFile.toMap(preamble);
    for (String part : RuleFile.otherParts()) {
      if (said.containsKey(part) && !json.containsKey(part)) {
        json.put(part, said.get(part));
      }
    }
    return json;
  }

  /** Returns the default rule: a map without id, {@code none} or {@code deny}. */
  private static Object of(Fallback fallback) {
    if (fallback instanceof Fallback.Default byDefault) {
      JsonObject json = new JsonObject(RuleFile.toMap(byDefault.rule()));
      json.remove("id");
      return json;
    }
    return fallback.equals(Fallback.DENY) ? "deny" : "none";
  }

  /** Removes the members that only answers have. */
  static void removeAbout(Map<String, ?> rule) {
    ABOUT.forEach(rule::remove);
  }

  /**
   * Parses a rule that was sent.
   *
   * @param id its required id, or null if only the body has it
   * @throws com.throttlex.rules.InvalidRuleFileException with every problem, if there are any
   */
  static Rule read(JsonObject sent, @Nullable String id) {
    JsonObject json = sent.copy();
    removeAbout(json.getMap());
    if (id != null && !json.containsKey("id")) {
      json.put("id", id);
    }
    Rule rule = RuleFile.parseRule(json.encode(), "body");
    if (id != null && !rule.id().equals(id)) {
      throw ProblemException.of(
          422, List.of("id: " + rule.id() + " (expected: " + id + ", as in the path, or none)"));
    }
    return rule;
  }
}
