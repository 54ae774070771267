package com.throttlex.server.compat;

import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.admin.AdminAnswer;
import com.throttlex.server.admin.AdminCall;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.admin.Route;
import com.throttlex.server.rules.ManagedRule;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lets the routes of rules also read and write the flat form ({@link FlatRule}).
 *
 * <p>A body with {@code rule_id} is translated before the route handles it. The answer has the flat
 * form if the body has it, or if the client accepts only that form.
 */
final class FlatRuleRoutes {
  /** The media type of the flat form. */
  static final String TYPE = "application/vnd.throttlex.rule+json";

  private final ManagedRules rules;

  FlatRuleRoutes(ManagedRules rules) {
    this.rules = rules;
  }

  /** Returns a handler of the same route that also speaks the flat form. */
  Route.Handler over(Route.Handler handler) {
    return call -> {
      boolean accepts = accepts(call);
      JsonObject sent = writes(call) ? call.json() : new JsonObject();
      if (!sent.containsKey("rule_id")) {
        AdminAnswer answer = handler.answer(call).with("Vary", "Accept");
        return accepts ? flat(answer, TYPE) : answer;
      }
      Rule rule = FlatRuleBody.read(sent);
      requireExpressible(call);
      AdminCall translated = call.with(new JsonObject(RuleFile.toMap(rule)));
      return flat(handler.answer(translated), accepts ? TYPE : AdminAnswer.JSON);
    };
  }

  private static boolean writes(AdminCall call) {
    return List.of("POST", "PUT").contains(call.request().method()) && call.hasBody();
  }

  private static boolean accepts(AdminCall call) {
    String accept = call.header("Accept");
    return accept != null && accept.contains(TYPE);
  }

  /** Refuses to replace a rule that has more than the flat form can express. */
  private void requireExpressible(AdminCall call) {
    String id = call.variables().get("id");
    ManagedRule current = id == null ? null : rules.find(id).orElse(null);
    if (current != null && !FlatRule.expresses(current.rule())) {
      throw new ProblemException(
          409,
          "rule: "
              + id
              + " has fields that rule_id bodies lack (expected: a body with the fields of the"
              + " rule file, or DELETE first)");
    }
  }

  /** Returns an answer of the routes of rules in the flat form; other answers stay. */
  private AdminAnswer flat(AdminAnswer answer, String type) {
    if (answer.status() / 100 != 2 || answer.type().isEmpty()) {
      return answer;
    }
    JsonObject json = new JsonObject(answer.body());
    JsonObject flat = json.getValue("rules") instanceof JsonArray all ? list(json, all) : one(json);
    return new AdminAnswer(answer.status(), type, flat.encode(), answer.headers());
  }

  private JsonObject list(JsonObject json, JsonArray all) {
    Map<String, ManagedRule> byId =
        rules.all().stream().collect(Collectors.toMap(rule -> rule.rule().id(), rule -> rule));
    JsonArray flat = new JsonArray();
    for (int i = 0; i < all.size(); i++) {
      ManagedRule rule = byId.get(all.getJsonObject(i).getString("id"));
      if (rule != null) { // deleted in between
        flat.add(FlatRule.json(rule));
      }
    }
    return json.put("rules", flat);
  }

  private JsonObject one(JsonObject rule) {
    String id = rule.getString("id");
    return rules.find(id).map(FlatRule::json).orElse(rule);
  }
}
