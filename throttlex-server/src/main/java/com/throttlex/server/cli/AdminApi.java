package com.throttlex.server.cli;

import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.cli.ServiceClient.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The admin API of a running service: its rules, adaptive limits, keys and stores. */
final class AdminApi {
  private static final String RULES = "/api/v1/rules";
  private static final String ADAPTIVE = "/api/v1/adaptive";
  private static final String STORES = "/api/v1/stores";
  private static final String KEYS = "/api/v1/keys/";

  private final ServiceClient client;

  AdminApi(String base, String token) {
    client = new ServiceClient(base, Map.of("Authorization", "Bearer " + token));
  }

  /** Returns the rule book of the service. */
  ServiceBook book() {
    Answer answer = client.send("GET", RULES, null, null);
    if (answer.status() != 200) {
      throw answer.failure(ExitCodes.FAILURE, "rules");
    }
    JsonObject preamble = answer.json();
    JsonArray rules = preamble.getJsonArray("rules", new JsonArray());
    preamble.getMap().keySet().retainAll(RuleFile.otherParts());
    try {
      return new ServiceBook(
          rules.stream().map(rule -> ServiceRule.of((JsonObject) rule)).toList(),
          preamble,
          answer.etag());
    } catch (InvalidRuleFileException | ClassCastException e) {
      throw new CommandFailedException(
          ExitCodes.FAILURE, "rules: " + e.getMessage() + " (expected: rules of this version)");
    }
  }

  /**
   * Replaces the whole rule book, unless another client has changed it in between.
   *
   * @return the changes that the service made, or would make
   */
  JsonObject replace(JsonObject book, String etag, boolean dryRun) {
    String path = dryRun ? RULES + "?dry-run=true" : RULES;
    Answer answer = client.send("PUT", path, book, etag.isEmpty() ? null : etag);
    if (answer.status() != 200) {
      boolean invalid = answer.status() == 400 || answer.status() == 422;
      throw answer.failure(invalid ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, "rules");
    }
    return answer.json();
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
    Answer answer = client.send("POST", ADAPTIVE + "/" + encode(rule) + "/" + action, body, null);
    if (answer.status() != 200) {
      boolean negative = answer.status() == 404 || answer.status() == 422;
      throw answer.failure(negative ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, rule);
    }
    return answer.json();
  }

  /** Returns the stores of counters and the moves between them. */
  JsonObject stores() {
    Answer answer = client.send("GET", STORES, null, null);
    if (answer.status() != 200) {
      throw answer.failure(ExitCodes.FAILURE, "stores");
    }
    return answer.json();
  }

  /** Begins to move all counters of a store; returns the stores and the moves. */
  JsonObject move(String from, String to) {
    JsonObject body = new JsonObject().put("from", from).put("to", to);
    Answer answer = client.send("POST", STORES + "/move", body, null);
    if (answer.status() != 202) {
      boolean negative = answer.status() == 409 || answer.status() == 422;
      throw answer.failure(negative ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, "move");
    }
    return answer.json();
  }

  /** Returns the state of the counters of a key. */
  JsonObject key(String key) {
    Answer answer = client.send("GET", KEYS + encode(key), null, null);
    requireKey(answer, 200, key);
    return answer.json();
  }

  /** Resets the counters of a key, and lifts its block. */
  void reset(String key) {
    requireKey(client.send("DELETE", KEYS + encode(key), null, null), 204, key);
  }

  /** Lifts the block of a key. */
  void unblock(String key) {
    requireKey(client.send("DELETE", KEYS + encode(key) + "/block", null, null), 204, key);
  }

  private static void requireKey(Answer answer, int status, String key) {
    if (answer.status() != status) {
      boolean negative = answer.status() == 400 || answer.status() == 404;
      throw answer.failure(negative ? ExitCodes.NEGATIVE : ExitCodes.FAILURE, key);
    }
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
