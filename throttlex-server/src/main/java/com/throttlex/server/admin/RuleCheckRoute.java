package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleProblem;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problem;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.YamlTree;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Checks a rule, or a whole rule file, and changes nothing.
 *
 * <p>A rule is checked together with the rules in force, which takes longer the more there are. So
 * at most {@link #MOST} checks run at a time, and further ones are refused at once.
 */
final class RuleCheckRoute {
  /** The number of checks that run at a time. */
  static final int MOST = 2;

  private static final String SOURCE = "body";

  private final ManagedRules rules;
  private final Semaphore places;

  RuleCheckRoute(AdminServices parts) {
    this(parts.rules(), new Semaphore(MOST));
  }

  RuleCheckRoute(ManagedRules rules, Semaphore places) {
    this.rules = rules;
    this.places = places;
  }

  AdminAnswer check(AdminCall call) {
    String id = call.query("id").text("id");
    if (!places.tryAcquire()) {
      String detail = "validate: " + MOST + " checks are running (expected: fewer; retry later)";
      throw new ProblemException(503, detail, List.of(), Map.of("Retry-After", "1"));
    }
    try {
      String yaml = call.yaml();
      return AdminAnswer.ok(yaml == null ? ofJson(call.json(), id) : ofYaml(yaml, id));
    } finally {
      places.release();
    }
  }

  private JsonObject ofYaml(String text, @Nullable String id) {
    try {
      Node.Fields root = fields(text);
      if (isBook(root.fields())) {
        RuleFile.parse(text, SOURCE, rules.stores());
        return answer(null, List.of());
      }
      return ofRule(RuleFile.parseRule(text, SOURCE), id, root);
    } catch (InvalidRuleFileException e) {
      return answer(null, e.problems().stream().map(p -> json(p).put("line", p.line())).toList());
    }
  }

  private static Node.Fields fields(String text) {
    Problems ignored = new Problems(SOURCE, problems -> new IllegalStateException());
    try {
      Node root = YamlTree.parse(text, ignored);
      return root instanceof Node.Fields map ? map : new Node.Fields(1, Map.of(), 1);
    } catch (IllegalStateException e) {
      return new Node.Fields(1, Map.of(), 1); // the reader of rules reports it
    }
  }

  private static boolean isBook(Map<String, ?> members) {
    return members.containsKey("rules") || members.containsKey("version");
  }

  private JsonObject ofJson(JsonObject sent, @Nullable String id) {
    try {
      if (sent.getValue("rules") instanceof JsonArray) {
        RuleFile.parse(sent.encode(), SOURCE, rules.stores());
        return answer(null, List.of());
      }
      Map<String, Object> fields = new LinkedHashMap<>(sent.getMap());
      RuleJson.removeAbout(fields);
      return ofRule(RuleFile.ruleOf(fields, SOURCE), id, null);
    } catch (InvalidRuleFileException e) {
      return answer(null, e.problems().stream().map(RuleCheckRoute::json).toList());
    }
  }

  /** Checks a rule that could be read, together with the others. */
  private JsonObject ofRule(Rule rule, @Nullable String id, Node.@Nullable Fields lines) {
    List<JsonObject> problems = new ArrayList<>();
    if (id != null && !rule.id().equals(id)) {
      problems.add(json("id", ShownText.quoted(rule.id()) + " (expected: " + id + ")", lines));
    } else if (id == null && rules.find(rule.id()).isPresent()) {
      String expected = " (expected: an id that no other rule has)";
      problems.add(json("id", ShownText.quoted(rule.id()) + expected, lines));
    } else {
      rules.problems(rule).forEach(problem -> problems.add(json(problem, rule, lines)));
    }
    return answer(rule, problems);
  }

  private static JsonObject answer(@Nullable Rule rule, List<JsonObject> problems) {
    return new JsonObject()
        .put("valid", problems.isEmpty())
        .put("problems", new JsonArray(problems))
        .put("rule", rule == null ? null : new JsonObject(RuleFile.toMap(rule)))
        .put("yaml", rule == null ? null : RuleFile.write(rule));
  }

  private static JsonObject json(Problem problem) {
    return new JsonObject().put("key", problem.key()).put("text", AdminFailures.text(problem));
  }

  /** Returns a problem of the rule, or of another rule that contradicts it. */
  private static JsonObject json(RuleProblem problem, Rule rule, Node.@Nullable Fields lines) {
    if (!problem.rule().equals(rule.id())) {
      return json("", problem.toString(), lines);
    }
    String prefix = problem.field() + ": ";
    String message = problem.message();
    return json(
        problem.field(),
        message.startsWith(prefix) ? message.substring(prefix.length()) : message,
        lines);
  }

  private static JsonObject json(String key, String text, Node.@Nullable Fields lines) {
    JsonObject json =
        new JsonObject().put("key", key).put("text", key.isEmpty() ? text : key + ": " + text);
    Node.Field field = lines == null ? null : lines.fields().get(key);
    return field == null ? json : json.put("line", field.line());
  }
}
