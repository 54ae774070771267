package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleProblem;
import com.throttlex.server.rules.ManagedRule;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of policies: rules for one exact user, in the form of {@code /admin/policies}. */
final class PolicyRoutes {
  private final ManagedRules rules;

  PolicyRoutes(AdminServices parts) {
    rules = parts.rules();
  }

  AdminAnswer list(AdminCall call) {
    JsonArray policies = new JsonArray();
    all(rules).forEach(policy -> policies.add(policy.json()));
    return AdminAnswer.text(AdminAnswer.JSON, policies.encode());
  }

  /** Returns all rules that are policies. */
  static List<Policy> all(ManagedRules rules) {
    return rules.all().stream()
        .map(ManagedRule::rule)
        .filter(rule -> rule.id().startsWith(PolicyId.PREFIX))
        .flatMap(rule -> Stream.ofNullable(Policy.of(rule)))
        .toList();
  }

  /** Returns the policy of a key, or null. */
  static @Nullable Policy find(ManagedRules rules, String key) {
    Rule rule = rules.find(PolicyId.of(key)).map(ManagedRule::rule).orElse(null);
    return rule == null ? null : Policy.of(rule);
  }

  AdminAnswer read(AdminCall call) {
    return AdminAnswer.ok(require(call.variable("key")).json());
  }

  AdminAnswer create(AdminCall call) {
    Policy policy = PolicyBody.read(call.json(), null);
    rules.create(rule(policy), call.change());
    return AdminAnswer.json(201, policy.json())
        .with("Location", "/admin/policies/" + PercentText.encode(policy.key()));
  }

  AdminAnswer replace(AdminCall call) {
    JsonObject sent = call.json();
    rules.follow();
    String key = require(call.variable("key")).key();
    RuleRoutes.requireChangeable(rules, PolicyId.of(key));
    Policy policy = PolicyBody.read(sent, key);
    rules.update(rule(policy), null, call.change());
    return AdminAnswer.ok(policy.json());
  }

  AdminAnswer delete(AdminCall call) {
    rules.follow();
    String key = require(call.variable("key")).key();
    RuleRoutes.requireChangeable(rules, PolicyId.of(key));
    rules.delete(PolicyId.of(key), null, call.change());
    return AdminAnswer.empty(204);
  }

  private Policy require(String key) {
    Policy policy = find(rules, key);
    if (policy == null) {
      String expected = " (expected: the key of a policy)";
      throw new ProblemException(404, "policy: " + ShownText.quoted(key) + expected);
    }
    return policy;
  }

  private static Rule rule(Policy policy) {
    try {
      return policy.rule();
    } catch (InvalidRulesException e) {
      throw ProblemException.of(422, e.problems().stream().map(RuleProblem::message).toList());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw ProblemException.of(422, List.of(String.valueOf(e.getMessage())));
    }
  }
}
