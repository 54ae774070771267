package com.throttlex.server.compat;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleProblem;
import com.throttlex.server.admin.AdminAnswer;
import com.throttlex.server.admin.AdminCall;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.PercentText;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.admin.RuleRoutes;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of policies: rules for one key, in the form of {@code /admin/policies}. */
final class PolicyRoutes {
  private final ManagedRules rules;

  PolicyRoutes(AdminServices parts) {
    rules = parts.rules();
  }

  AdminAnswer list(AdminCall call) {
    JsonArray policies = new JsonArray();
    Policies.of(rules.book()).forEach(policy -> policies.add(policy.json()));
    return AdminAnswer.text(AdminAnswer.JSON, policies.encode());
  }

  AdminAnswer read(AdminCall call) {
    return AdminAnswer.ok(require(call.variable("key")).json());
  }

  AdminAnswer create(AdminCall call) {
    Policy policy = PolicyBody.read(call.json(), null);
    rules.create(rule(policy), call.change());
    return AdminAnswer.json(201, policy.json())
        .with("Location", "/admin/policies/" + PercentText.encode(policy.key().text()));
  }

  AdminAnswer replace(AdminCall call) {
    JsonObject sent = call.json();
    Policy current = requireChangeable(call);
    Policy policy = PolicyBody.read(sent, current.key());
    rules.update(rule(policy), null, call.change());
    return AdminAnswer.ok(policy.json());
  }

  AdminAnswer delete(AdminCall call) {
    rules.delete(requireChangeable(call).ruleId(), null, call.change());
    return AdminAnswer.empty(204);
  }

  private Policy requireChangeable(AdminCall call) {
    rules.follow();
    Policy policy = require(call.variable("key"));
    RuleRoutes.requireChangeable(rules, policy.ruleId());
    return policy;
  }

  private Policy require(String text) {
    Policy policy = find(text);
    if (policy == null) {
      String expected = " (expected: the key of a policy)";
      throw new ProblemException(404, "policy: " + ShownText.quoted(text) + expected);
    }
    return policy;
  }

  private @Nullable Policy find(String text) {
    try {
      return Policies.find(rules.book(), PolicyKey.parse(text));
    } catch (InvalidRequestException e) {
      return null; // no policy can have this key
    }
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
