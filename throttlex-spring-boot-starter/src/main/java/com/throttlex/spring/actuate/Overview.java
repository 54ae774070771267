package com.throttlex.spring.actuate;

import com.throttlex.rule.RuleBook;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.ThrottleXProperties.Mode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The rules in force, and what they are in force by. */
final class Overview {
  private final Mode mode;
  private final Supplier<RuleBook> rules;
  private final Enforcement enforcement;
  private final Conditions conditions;

  Overview(Mode mode, Supplier<RuleBook> rules, Enforcement enforcement, Conditions conditions) {
    this.mode = mode;
    this.rules = rules;
    this.enforcement = enforcement;
    this.conditions = conditions;
  }

  Map<String, Object> shown() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("mode", mode.name().toLowerCase(Locale.ROOT));
    shown.put("enforced-by", enforcement.enforcers());
    shown.put("stores", conditions.stores());
    shown.put("problems", conditions.problems());
    shown.putAll(ShownRules.of(rules.get()));
    return shown;
  }
}
