package com.throttlex.spring.actuate;

import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rules as a rule file writes them, but for the API keys, of which only the number is shown. */
final class ShownRules {
  private ShownRules() {}

  static Map<String, Object> of(RuleBook book) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("tiers", book.tiers());
    shown.put("default-rule", of(book.fallback()));
    shown.put("rules", book.rules().stream().map(ShownRules::of).toList());
    return shown;
  }

  private static Object of(Fallback fallback) {
    if (fallback instanceof Fallback.Default byDefault) {
      Map<String, Object> rule = of(byDefault.rule());
      rule.remove("id");
      return rule;
    }
    return fallback.equals(Fallback.DENY) ? "deny" : "none";
  }

  private static Map<String, Object> of(Rule rule) {
    Map<String, Object> shown = tree(rule);
    if (shown.get("match") instanceof Map<?, ?> match && !rule.match().apiKeys().isEmpty()) {
      Map<Object, Object> hidden = new LinkedHashMap<>(match);
      hidden.put("api-keys", rule.match().apiKeys().size() + " hidden");
      shown.put("match", hidden);
    }
    return shown;
  }

  /** A rule that was made in code may have what no rule file can say. */
  private static Map<String, Object> tree(Rule rule) {
    try {
      return new LinkedHashMap<>(RuleFile.toMap(rule));
    } catch (IllegalArgumentException e) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("id", rule.id());
      tree.put("rule", rule.toString());
      return tree;
    }
  }
}
