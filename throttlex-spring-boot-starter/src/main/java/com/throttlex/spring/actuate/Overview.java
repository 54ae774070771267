package com.throttlex.spring.actuate;

import com.throttlex.ThrottleX;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.ThrottleXProperties.Mode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The rules in force, and the stores that they use. */
final class Overview {
  private final Mode mode;
  private final ThrottleX throttlex;
  private final Enforcement enforcement;
  private final Conditions conditions;

  Overview(Mode mode, ThrottleX throttlex, Enforcement enforcement, Conditions conditions) {
    this.mode = mode;
    this.throttlex = throttlex;
    this.enforcement = enforcement;
    this.conditions = conditions;
  }

  Map<String, Object> shown() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("mode", mode.name().toLowerCase(Locale.ROOT));
    shown.put("enforced-by", enforcement.enforcers());
    shown.put("stores", conditions.stores());
    shown.put("problems", conditions.problems());
    shown.putAll(ShownRules.of(throttlex.rules()));
    Map<String, Object> adaptive = ShownAdaptive.of(throttlex.adaptive().status());
    Object settings = shown.put("adaptive", adaptive);
    if (settings != null) {
      adaptive.put("settings", settings);
    }
    return shown;
  }
}
