package com.throttlex.server.admin;

import com.throttlex.BlockStatus;
import com.throttlex.Explanation;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.http.DecisionJson;
import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Explains the decision of a request without consuming anything. */
final class ExplainRoute {
  /** The number of rules that do not apply and are explained. */
  private static final int MISSES = 20;

  private static final String HEADERS = "headers";

  private final ThrottleX throttlex;
  private final BiFunction<String, Map<String, String>, RequestContext> checks;

  ExplainRoute(AdminServices parts) {
    throttlex = parts.throttlex();
    checks = parts.checks();
  }

  AdminAnswer explain(AdminCall call) {
    boolean all = call.query("all").flag("all");
    JsonObject body = call.json();
    Object headers = body.remove(HEADERS);
    String check = headers == null ? call.text() : body.encode(); // the text shows repeated members
    RequestContext request = checks.apply(check, counted(headers));
    Explanation explanation = throttlex.explain(request, all ? Integer.MAX_VALUE : MISSES);
    JsonArray rules = new JsonArray();
    explanation.rules().forEach(rule -> rules.add(json(rule)));
    return AdminAnswer.ok(
        new JsonObject()
            .put("decision", new JsonObject(DecisionJson.body(explanation.decision())))
            .put("rules", rules)
            .put("omitted", explanation.omitted()));
  }

  /**
   * Returns the headers that rules count by. A check has them as headers of its own; an explained
   * request has them in its body.
   */
  private Map<String, String> counted(@Nullable Object headers) {
    Map<String, String> counted = new LinkedHashMap<>();
    if (headers == null) {
      return counted;
    }
    Set<String> names = throttlex.rules().countedHeaders();
    if (headers instanceof JsonObject sent) {
      for (Map.Entry<String, Object> header : sent) {
        String name = header.getKey().toLowerCase(Locale.ROOT);
        if (!(header.getValue() instanceof String value)) {
          throw wrongHeaders();
        } else if (names.contains(name)) {
          counted.put(name, value);
        }
      }
      return counted;
    }
    throw wrongHeaders();
  }

  private static ProblemException wrongHeaders() {
    return new ProblemException(400, "headers: wrong (expected: an object of texts)");
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
