package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The health of one source, as one node or all nodes report it.
 *
 * @param health its health
 * @param weight the number of requests behind it, at least 1
 * @param values the present signals
 * @param told the signals that were pushed, not measured
 */
public record SourceReport(
    Health health, long weight, Map<Signal, Double> values, Set<Signal> told) {
  public SourceReport {
    values = Map.copyOf(values);
    told = Set.copyOf(told);
  }

  /**
   * Merges the reports of several nodes, signal by signal. A pushed value counts before measured
   * ones; measured ones are weighted by their requests.
   */
  static SourceReport merged(List<SourceReport> reports, AdaptiveSettings settings) {
    if (reports.size() == 1) {
      return reports.get(0);
    }
    Map<Signal, Double> parts = new EnumMap<>(Signal.class);
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    Set<Signal> told = EnumSet.noneOf(Signal.class);
    for (Signal signal : Signal.values()) {
      List<SourceReport> tellers =
          reports.stream().filter(report -> report.told.contains(signal)).toList();
      List<SourceReport> who = tellers.isEmpty() ? reports : tellers;
      mean(who, signal, report -> report.health.parts(), parts);
      mean(who, signal, SourceReport::values, values);
      if (!tellers.isEmpty()) {
        told.add(signal);
      }
    }
    long weight = reports.stream().mapToLong(SourceReport::weight).sum();
    return new SourceReport(Health.ofParts(parts, settings), weight, values, told);
  }

  private static void mean(
      List<SourceReport> reports,
      Signal signal,
      Function<SourceReport, Map<Signal, Double>> of,
      Map<Signal, Double> to) {
    double sum = 0;
    double weights = 0;
    for (SourceReport report : reports) {
      Double value = of.apply(report).get(signal);
      double weight = report.told.contains(signal) ? 1 : (double) report.weight;
      sum += value == null ? 0 : weight * value;
      weights += value == null ? 0 : weight;
    }
    if (weights > 0) {
      to.put(signal, sum / weights);
    }
  }
}
