package com.throttlex.server.admin;

import com.throttlex.BlockStatus;
import com.throttlex.Explanation;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.http.DecisionJson;
import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Explains the decision of a request without consuming anything. */
final class ExplainRoute {
  /** The number of rules that do not apply and are explained. */
  private static final int MISSES = 20;

  private final ThrottleX throttlex;
  private final Function<String, RequestContext> checks;

  ExplainRoute(AdminServices parts) {
    throttlex = parts.throttlex();
    checks = parts.checks();
  }

  AdminAnswer explain(AdminCall call) {
    boolean all = call.query("all").flag("all");
    call.json(); // rejects a body that is not a JSON object
    RequestContext request = checks.apply(call.text());
    Explanation explanation = throttlex.explain(request, all ? Integer.MAX_VALUE : MISSES);
    JsonArray rules = new JsonArray();
    explanation.rules().forEach(rule -> rules.add(json(rule)));
    return AdminAnswer.ok(
        new JsonObject()
            .put("decision", new JsonObject(DecisionJson.body(explanation.decision())))
            .put("rules", rules)
            .put("omitted", explanation.omitted()));
  }

  private static JsonObject json(Explanation.RuleExplanation explained) {
    JsonObject rule =
        new JsonObject()
            .put("rule", explained.rule())
            .put("applies", explained.applies())
            .put("why", explained.why())
            .put("key", explained.key())
            .put("mode", explained.mode().name().toLowerCase(Locale.ROOT))
            .put("limits", limits(explained.limits()));
    BlockStatus block = explained.block();
    return block == null ? rule : rule.put("block", KeyRoutes.json(block));
  }

  private static JsonArray limits(List<LimitStatus> limits) {
    JsonArray all = new JsonArray();
    limits.forEach(limit -> all.add(KeyRoutes.json(limit).put("allowed", limit.allowed())));
    return all;
  }
}
