package com.throttlex.spring.actuate;

import com.throttlex.Explanation;
import com.throttlex.LimitStatus;
import com.throttlex.http.DecisionJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.json.JsonParserFactory;

/** Counters and explanations as JSON, with the members of the admin API. */
final class ShownState {
  private ShownState() {}

  static Map<String, Object> counter(String key, List<LimitStatus> limits) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("key", key);
    shown.put("rule", limits.get(0).rule());
    shown.put("limits", limits.stream().map(ShownState::limit).toList());
    return shown;
  }

  static Map<String, Object> reset(String key, boolean wasInUse) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("key", key);
    shown.put("reset", wasInUse);
    return shown;
  }

  static Map<String, Object> explanation(Explanation explanation) {
    Map<String, Object> shown = new LinkedHashMap<>();
    String decision = DecisionJson.body(explanation.decision());
    shown.put("decision", JsonParserFactory.getJsonParser().parseMap(decision));
    shown.put("rules", explanation.rules().stream().map(ShownState::rule).toList());
    return shown;
  }

  private static Map<String, Object> rule(Explanation.RuleExplanation rule) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("rule", rule.rule());
    shown.put("applies", rule.applies());
    shown.put("why", rule.why());
    if (rule.key() != null) {
      shown.put("key", rule.key());
    }
    shown.put("limits", rule.limits().stream().map(ShownState::asked).toList());
    return shown;
  }

  private static Map<String, Object> asked(LimitStatus status) {
    Map<String, Object> shown = limit(status);
    shown.put("allowed", status.allowed());
    return shown;
  }

  private static Map<String, Object> limit(LimitStatus status) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("limit", status.capacity());
    shown.put("windowSeconds", status.windowSeconds());
    shown.put("remaining", status.remaining());
    shown.put("resetAt", status.resetAt());
    shown.put("currentCount", status.capacity() - status.remaining());
    return shown;
  }
}
