package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.cli.ServiceClient.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The rules of a running service, through its admin API. */
final class AdminApi {
  private static final String RULES = "/api/v1/rules";

  private final ServiceClient client;

  AdminApi(String base, String token) {
    client = new ServiceClient(base, token);
  }

  /** All rules that the service has, in its order. */
  List<ServiceRule> rules() {
    Answer answer = client.send("GET", RULES, null, null);
    if (answer.status() != 200) {
      throw answer.failure(ExitCodes.FAILURE, "rules");
    }
    JsonArray rules = answer.json().getJsonArray("rules", new JsonArray());
    try {
      return rules.stream().map(rule -> ServiceRule.of((JsonObject) rule)).toList();
    } catch (InvalidRuleFileException | ClassCastException e) {
      throw new CommandFailedException(
          ExitCodes.FAILURE, "rules: " + e.getMessage() + " (expected: rules of this version)");
    }
  }

  void create(Rule rule) {
    require(client.send("POST", RULES, json(rule), null), rule.id());
  }

  /** Replaces a rule, unless somebody else has changed it meanwhile. */
  void replace(ServiceRule old, Rule rule) {
    require(client.send("PUT", path(old), json(rule), old.version()), old.id());
  }

  /** Deletes a rule, unless somebody else has changed it meanwhile. */
  void delete(ServiceRule old) {
    require(client.send("DELETE", path(old), null, old.version()), old.id());
  }

  private static String path(ServiceRule rule) {
    return RULES + "/" + rule.id();
  }

  private static JsonObject json(Rule rule) {
    return new JsonObject(RuleFile.toMap(rule));
  }

  private static void require(Answer answer, String id) {
    if (answer.status() >= 300) {
      boolean invalid = answer.status() == 400 || answer.status() == 422;
      throw answer.failure(invalid ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, id);
    }
  }
}
