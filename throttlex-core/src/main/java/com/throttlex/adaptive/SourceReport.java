package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What one node, or all of them, say of the health of something.
 *
 * @param health its health
 * @param weight how many requests that is the experience of, at least 1
 * @param values the signals behind it
 */
public record SourceReport(Health health, long weight, Map<Signal, Double> values) {
  public SourceReport {
    values = Map.copyOf(values);
  }

  /** What several nodes say as one: each counts by its requests, and by how sure it is. */
  static SourceReport merged(List<SourceReport> reports) {
    double sure = 0;
    double score = 0;
    double confidence = 0;
    long weight = 0;
    for (SourceReport report : reports) {
      double counts = report.weight * report.health.confidence();
      sure += counts;
      score += counts * report.health.score();
      confidence = Math.max(confidence, report.health.confidence());
      weight += report.weight;
    }
    Health health =
        sure == 0
            ? Health.UNKNOWN
            : new Health(Math.min(1, score / sure), confidence, means(reports, true));
    return new SourceReport(health, Math.max(1, weight), means(reports, false));
  }

  private static Map<Signal, Double> means(List<SourceReport> reports, boolean ofParts) {
    Map<Signal, Double> means = new EnumMap<>(Signal.class);
    for (Signal signal : Signal.values()) {
      double sum = 0;
      double weights = 0;
      for (SourceReport report : reports) {
        Double value = (ofParts ? report.health.parts() : report.values).get(signal);
        sum += value == null ? 0 : report.weight * value;
        weights += value == null ? 0 : report.weight;
      }
      if (weights > 0) {
        means.put(signal, ofParts ? Math.min(1, sum / weights) : sum / weights);
      }
    }
    return means;
  }
}
