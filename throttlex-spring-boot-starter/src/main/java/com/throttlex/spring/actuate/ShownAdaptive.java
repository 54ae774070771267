package com.throttlex.spring.actuate;

import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.adaptive.Health;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.SourceReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Adaptive limits as JSON, with the members of the admin API. */
final class ShownAdaptive {
  private static final Pattern HYPHEN = Pattern.compile("-(.)");

  private ShownAdaptive() {}

  static Map<String, Object> of(AdaptiveStatus status) {
    Map<String, Object> shown = new LinkedHashMap<>();
    Map<String, Object> sources = new TreeMap<>();
    status.sources().forEach((name, report) -> sources.put(name, source(report)));
    shown.put("sources", sources);
    shown.put("rules", status.rules().stream().map(ShownAdaptive::limit).toList());
    shown.put("nodes", status.nodes());
    shown.put("ignored", status.ignored());
    if (status.problem() != null) {
      shown.put("problem", status.problem());
    }
    return shown;
  }

  /** Returns the limits that are below their written value, in short. */
  static List<Map<String, Object>> lowered(AdaptiveStatus status) {
    return status.rules().stream()
        .filter(limit -> limit.limit() < limit.range().base())
        .map(ShownAdaptive::lowered)
        .toList();
  }

  private static Map<String, Object> lowered(AdaptiveStatus.Limit limit) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("rule", limit.rule());
    shown.put("limit", limit.limit());
    shown.put("base", limit.range().base());
    shown.put("reason", limit.reason());
    return shown;
  }

  private static Map<String, Object> source(SourceReport report) {
    Map<String, Object> shown = new LinkedHashMap<>();
    health(report.health(), shown);
    shown.put("parts", bySignal(report.health().parts()));
    shown.put("values", bySignal(report.values()));
    return shown;
  }

  static Map<String, Object> limit(AdaptiveStatus.Limit limit) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("rule", limit.rule());
    shown.put("limit", limit.limit());
    shown.put("min", limit.range().min());
    shown.put("base", limit.range().base());
    shown.put("max", limit.range().max());
    shown.put("mode", limit.mode().name().toLowerCase(Locale.ROOT));
    if (limit.fixedFor() != null) {
      shown.put("fixedFor", limit.fixedFor().plusNanos(999_999_999).toSeconds());
    }
    shown.put("follows", limit.follows());
    health(limit.health(), shown);
    shown.put("reason", limit.reason());
    shown.put("terms", new TreeMap<>(limit.terms()));
    return shown;
  }

  private static void health(Health health, Map<String, Object> shown) {
    shown.put("health", health.score());
    shown.put("confidence", health.confidence());
  }

  private static Map<String, Double> bySignal(Map<Signal, Double> values) {
    Map<String, Double> shown = new TreeMap<>();
    values.forEach((signal, value) -> shown.put(member(signal), value));
    return shown;
  }

  /** Returns the name of a member, such as {@code responseTime}. */
  private static String member(Signal signal) {
    return HYPHEN
        .matcher(signal.text())
        .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }
}
