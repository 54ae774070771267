package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A rule of a running service.
 *
 * @param fromApi whether it was created over the admin API, not in the service's rule file
 */
record ServiceRule(Rule rule, boolean fromApi) {
  private static final String SOURCE = "source";
  private static final List<String> ABOUT =
      List.of("version", "updatedAt", "updatedBy", "created_at", "updated_at");

  /** Parses a rule; the service adds members that a rule file does not have. */
  static ServiceRule of(JsonObject json) {
    Map<String, Object> fields = new LinkedHashMap<>(json.getMap());
    boolean fromApi = "api".equals(fields.remove(SOURCE));
    ABOUT.forEach(fields::remove);
    return new ServiceRule(
        RuleFile.ruleOf(fields, "the service's rule " + fields.get("id")), fromApi);
  }

  String id() {
    return rule.id();
  }
}
