package com.throttlex.server.proxy;

import com.throttlex.proxy.cost.CostListener;
import com.throttlex.rule.AnswerCost;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counts how the costs of answers were found. */
public final class CostCounters implements CostListener {
  private final Map<AnswerCost.Kind, Map<Result, Counter>> counters =
      new EnumMap<>(AnswerCost.Kind.class);

  /** Creates the counters in a registry. */
  public CostCounters(MeterRegistry registry) {
    for (AnswerCost.Kind kind : AnswerCost.Kind.values()) {
      Map<Result, Counter> byResult = new EnumMap<>(Result.class);
      for (Result result : Result.values()) {
        byResult.put(
            result,
            Counter.builder("throttlex.proxy.costs")
                .description("Answers whose rule reads their cost")
                .tag("source", kind.text())
                .tag("result", result.text())
                .register(registry));
      }
      counters.put(kind, byResult);
    }
  }

  @Override
  public void ended(AnswerCost.Kind kind, Result result) {
    Objects.requireNonNull(Objects.requireNonNull(counters.get(kind)).get(result)).increment();
  }
}
