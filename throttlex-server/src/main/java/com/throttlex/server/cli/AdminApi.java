package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.cli.ServiceClient.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The admin API of a running service: its rules and adaptive limits. */
final class AdminApi {
  private static final String RULES = "/api/v1/rules";
  private static final String ADAPTIVE = "/api/v1/adaptive";

  private final ServiceClient client;

  AdminApi(String base, String token) {
    client = new ServiceClient(base, Map.of("Authorization", "Bearer " + token));
  }

  /** Returns all rules of the service, in its order. */
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

  /** Replaces a rule, unless another client has changed it in between. */
  void replace(ServiceRule old, Rule rule) {
    require(client.send("PUT", path(old), json(rule), old.version()), old.id());
  }

  /** Deletes a rule, unless another client has changed it in between. */
  void delete(ServiceRule old) {
    require(client.send("DELETE", path(old), null, old.version()), old.id());
  }

  /** Returns the adaptive limits and their health. */
  JsonObject adaptive() {
    Answer answer = client.send("GET", ADAPTIVE, null, null);
    if (answer.status() != 200) {
      throw answer.failure(ExitCodes.FAILURE, "adaptive");
    }
    return answer.json();
  }

  /** Changes one of these limits; returns its new state. */
  JsonObject adaptive(String rule, String action, @Nullable JsonObject body) {
    String id = URLEncoder.encode(rule, StandardCharsets.UTF_8).replace("+", "%20");
    Answer answer = client.send("POST", ADAPTIVE + "/" + id + "/" + action, body, null);
    if (answer.status() != 200) {
      boolean negative = answer.status() == 404 || answer.status() == 422;
      throw answer.failure(negative ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, rule);
    }
    return answer.json();
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
