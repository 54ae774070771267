package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A rule of a running service.
 *
 * @param fromApi whether it was created over the admin API, not in the service's rule file
 * @param version the value of {@code If-Match} that changes this version of the rule and no later
 *     one
 */
record ServiceRule(Rule rule, boolean fromApi, String version) {
  private static final String SOURCE = "source";
  private static final String VERSION = "version";
  private static final List<String> CHANGE = List.of("updatedAt", "updatedBy");

  /** Parses a rule; the service adds members that a rule file does not have. */
  static ServiceRule of(JsonObject json) {
    JsonObject fields = json.copy();
    boolean fromApi = "api".equals(fields.remove(SOURCE));
    String version = String.valueOf(fields.remove(VERSION));
    CHANGE.forEach(fields::remove);
    return new ServiceRule(
        RuleFile.parseRule(fields.encode(), "the service's rule " + fields.getString("id")),
        fromApi,
        version);
  }

  String id() {
    return rule.id();
  }
}
