package com.throttlex.spring.actuate;

import com.throttlex.spring.refresh.RuleRefresh;
import com.throttlex.spring.store.CounterStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;

/** The state of everything that decisions depend on: stores and rules. */
final class Conditions {
  private final ObjectProvider<CounterStatus> counters;
  private final ObjectProvider<RuleRefresh> refresh;

  Conditions(ObjectProvider<CounterStatus> counters, ObjectProvider<RuleRefresh> refresh) {
    this.counters = counters;
    this.refresh = refresh;
  }

  /** Returns the problems, in words; empty if there are none. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    counters
        .orderedStream()
        .filter(status -> !status.problem().isEmpty())
        .forEach(status -> problems.add(status.kind() + ": " + status.problem()));
    refresh.ifAvailable(rules -> problems.addAll(rules.problems()));
    return problems;
  }

  /** Returns the state of each store, by its kind; that of an own store is not known. */
  List<Map<String, Object>> stores() {
    return counters.orderedStream().map(Conditions::shown).toList();
  }

  private static Map<String, Object> shown(CounterStatus status) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("kind", status.kind());
    if (!status.problem().isEmpty()) {
      shown.put("problem", status.problem());
    }
    if (!status.details().isEmpty()) {
      shown.put("details", status.details());
    }
    return shown;
  }
}
