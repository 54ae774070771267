package com.throttlex.micrometer;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts shed requests: {@code throttlex.shed}, by rule and by priority class.
 *
 * <p>A fixed number of rules have their own series; further rules count as {@link
 * DecisionMetrics#OTHER}.
 */
public final class ShedMetrics implements DecisionListener {
  private static final int MAX_RULES = 10_000;

  private final MeterRegistry registry;
  private final Map<String, Map<Priority, Counter>> rules = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();

  /** Creates counters in the registry. */
  public ShedMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    decided(request, decision, verdicts, 1);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts, long count) {
    if (decision.allowed()) {
      return;
    }
    for (int i = 0; i < verdicts.size(); i++) {
      Rule rule = verdicts.rule(i);
      if (rule.id().equals(decision.rule()) && rule.sheds()) {
        add(rule.id(), request.priority(), count);
      }
    }
  }

  private void add(String rule, Priority priority, long count) {
    all.add(count);
    Counter counter = counters(rule).get(priority);
    if (counter != null) {
      counter.increment((double) count);
    }
  }

  /** Returns the number of shed requests of all rules since the start. */
  public long count() {
    return all.sum();
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
              .description("Requests that were shed because capacity is missing")
              .tags("rule", rule, "priority", priority.text())
              .register(registry));
    }
    return counters;
  }
}
