package com.throttlex.micrometer;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts requests that were denied because capacity is wanting: {@code throttlex.shed}, by the rule
 * that shed them and their class.
 *
 * <p>Never more than a fixed number of rules has names of its own; the rest counts as {@link
 * DecisionMetrics#OTHER}.
 */
public final class ShedMetrics implements DecisionListener {
  private static final int MAX_RULES = 10_000;

  private final MeterRegistry registry;
  private final Map<String, Map<Priority, Counter>> rules = new ConcurrentHashMap<>();

  /** Counts in the registry. */
  public ShedMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    String rule = decision.rule();
    if (rule != null && decision.isShed()) {
      Counter counter = counters(rule).get(request.priority());
      if (counter != null) {
        counter.increment();
      }
    }
  }

  private Map<Priority, Counter> counters(String rule) {
    Map<Priority, Counter> known = rules.get(rule);
    if (known != null) {
      return known;
    }
    String name = rules.size() < MAX_RULES ? rule : DecisionMetrics.OTHER;
    return rules.computeIfAbsent(name, this::register);
  }

  private Map<Priority, Counter> register(String rule) {
    Map<Priority, Counter> counters = new EnumMap<>(Priority.class);
    for (Priority priority : Priority.values()) {
      counters.put(
          priority,
          Counter.builder("throttlex.shed")
              .description("Requests that were denied because capacity is wanting")
              .tags("rule", rule, "priority", priority.text())
              .register(registry));
    }
    return counters;
  }
}
