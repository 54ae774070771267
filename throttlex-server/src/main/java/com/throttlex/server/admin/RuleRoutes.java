package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.rules.ManagedRule;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonObject;

/** Lists, reads and changes rules. */
public final class RuleRoutes {
  private final ManagedRules rules;
  private final RuleList list = new RuleList();

  RuleRoutes(AdminServices parts) {
    rules = parts.rules();
  }

  AdminAnswer list(AdminCall call) {
    return YamlType.isAccepted(call)
        ? list.yaml(call, rules.book())
        : list.answer(call, rules.listing());
  }

  AdminAnswer read(AdminCall call) {
    ManagedRule rule = require(rules, call.variable("id"));
    if (YamlType.isAccepted(call)) {
      return AdminAnswer.text(YamlType.NAME, RuleFile.write(rule.rule()));
    }
    return EntityTags.known(call, rule.etag())
        ? AdminAnswer.empty(304).with("ETag", rule.etag())
        : answer(200, rule);
  }

  AdminAnswer create(AdminCall call) {
    ManagedRule rule = rules.create(RuleJson.read(call.json(), null), call.change());
    return answer(201, rule).with("Location", "/api/v1/rules/" + rule.rule().id());
  }

  AdminAnswer replace(AdminCall call) {
    JsonObject sent = call.json();
    ManagedRule current = requireChangeable(rules, call.variable("id"));
    Long version = EntityTags.required(call, current);
    Rule rule = RuleJson.read(sent, current.rule().id());
    return answer(200, rules.update(rule, version, call.change()));
  }

  AdminAnswer delete(AdminCall call) {
    ManagedRule current = requireChangeable(rules, call.variable("id"));
    rules.delete(current.rule().id(), EntityTags.required(call, current), call.change());
    return AdminAnswer.empty(204);
  }

  static AdminAnswer answer(int status, ManagedRule rule) {
    return AdminAnswer.json(status, RuleJson.of(rule)).with("ETag", rule.etag());
  }

  public static ManagedRule require(ManagedRules rules, String id) {
    return rules
        .find(id)
        .orElseThrow(
            () ->
                new ProblemException(
                    404, "rule: " + ShownText.quoted(id) + " (expected: the id of a rule)"));
  }

  /** Returns the present rule, also if another node has just changed it. */
  public static ManagedRule requireChangeable(ManagedRules rules, String id) {
    rules.follow();
    ManagedRule rule = require(rules, id);
    if (rule.source() == ManagedRule.Source.FILE) {
      String expected = "a rule that is not read-only; change it in " + rules.file();
      throw new ProblemException(409, "rule: " + id + " (expected: " + expected + ")");
    }
    return rule;
  }
}
