package com.throttlex.spring.actuate;

import com.throttlex.rule.Fallback;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Rules as JSON, with the fields of a rule file. */
final class ShownRules {
  private ShownRules() {}

  static Map<String, Object> of(RuleBook book) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("tiers", book.tiers());
    shown.put("default-rule", of(book.fallback()));
    shown.putAll(more(book.preamble()));
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

  /** Returns the other parts of the rule file, if there are any. */
  private static Map<String, Object> more(Preamble preamble) {
    Map<String, Object> more = new LinkedHashMap<>();
    try {
      more.putAll(RuleFile.toMap(preamble));
    } catch (IllegalArgumentException e) { // made in code, and a rule file cannot express it
      more.put("priorities", preamble.priorities().stream().map(Object::toString).toList());
      more.put("adaptive", preamble.adaptive().toString());
    }
    more.keySet().removeAll(Set.of("tiers", "default-rule"));
    return more;
  }

  /** Returns a rule; a rule made in code may have values that a rule file cannot express. */
  private static Map<String, Object> of(Rule rule) {
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
