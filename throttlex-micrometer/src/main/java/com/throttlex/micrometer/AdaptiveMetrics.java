package com.throttlex.micrometer;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.adaptive.Adjustment;
import com.throttlex.adaptive.SourceReport;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of adaptive limits: {@code throttlex.adaptive.limit} and {@code throttlex.adaptive.term}
 * by rule, {@code throttlex.health} and {@code throttlex.health.confidence} by source; and the
 * counters {@code throttlex.adaptive.changes} and {@code throttlex.health.signals.ignored}.
 *
 * <p>Gauges are removed with their rules and sources. Clients can name sources too, so only sources
 * that a rule follows have gauges, and those given to the constructor. Values are updated by {@link
 * #refresh}, and when this node moves a limit.
 */
public final class AdaptiveMetrics {
  private static final int MOST = 1000;
  private static final Set<String> TERMS =
      Set.of(
          "health",
          "confidence",
          "filtered",
          "error",
          "proportional",
          "integral",
          "derivative",
          "baseline",
          "latency",
          "ratio",
          "target",
          "lost",
          "inFlight");

  /** The values of the gauges. */
  private record Shown(
      Map<String, AdaptiveStatus.Limit> rules, Map<String, SourceReport> sources) {}

  private final MeterRegistry registry;
  private final AdaptiveLimits adaptive;
  private final int most;
  private final List<String> always;
  private final MultiGauge limits;
  private final MultiGauge terms;
  private final MultiGauge health;
  private final MultiGauge confidence;
  private final Map<String, Counter> changes = new ConcurrentHashMap<>();
  private volatile Shown shown = new Shown(Map.of(), Map.of());

  /**
   * Registers the meters.
   *
   * @param always the sources that have gauges even if no rule follows them
   */
  public AdaptiveMetrics(MeterRegistry registry, AdaptiveLimits adaptive, String... always) {
    this(MOST, registry, adaptive, always);
  }

  /**
   * Registers the meters.
   *
   * @param most the largest number of rules, and of sources, that have their own series
   */
  AdaptiveMetrics(int most, MeterRegistry registry, AdaptiveLimits adaptive, String... always) {
    this.most = most;
    this.registry = registry;
    this.adaptive = adaptive;
    this.always = List.of(always);
    limits = gauge("throttlex.adaptive.limit", "Present value of the adaptive limit of a rule");
    terms = gauge("throttlex.adaptive.term", "Numbers behind the last step of an adaptive limit");
    health = gauge("throttlex.health", "Health of a source, from 0 (failed) to 1 (healthy)");
    confidence =
        gauge(
            "throttlex.health.confidence",
            "Part of the health signals that are known, from 0 to 1");
    FunctionCounter.builder(
            "throttlex.health.signals.ignored", adaptive, of -> (double) of.status().ignored())
        .description("Health signals that were ignored because they were too old")
        .register(registry);
    adaptive.listen(this::moved);
    refresh();
  }

  private MultiGauge gauge(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  private void moved(Adjustment adjustment) {
    String direction = adjustment.to() > adjustment.from() ? "up" : "down";
    String rule = changes.size() < 2 * most ? adjustment.rule() : DecisionMetrics.OTHER;
    changes.computeIfAbsent(rule + ' ' + direction, name -> counter(rule, direction)).increment();
    refresh();
  }

  private Counter counter(String rule, String direction) {
    return Counter.builder("throttlex.adaptive.changes")
        .description("Moves of adaptive limits that this node made for all nodes")
        .tags("rule", rule, "direction", direction)
        .register(registry);
  }

  /** Updates the gauges; call it about once a second. */
  public synchronized void refresh() {
    shown = look();
    // Keep the registration of an unchanged row: a reader would miss it during a new registration.
    List<Row<?>> limitRows = new ArrayList<>();
    List<Row<?>> termRows = new ArrayList<>();
    shown
        .rules()
        .forEach(
            (rule, limit) -> {
              limitRows.add(Row.of(Tags.of("rule", rule), this, of -> of.limit(rule)));
              for (String term : limit.terms().keySet()) {
                if (TERMS.contains(term)) {
                  Tags tags = Tags.of("rule", rule, "term", term);
                  termRows.add(Row.of(tags, this, of -> of.term(rule, term)));
                }
              }
            });
    List<Row<?>> healthRows = new ArrayList<>();
    List<Row<?>> confidenceRows = new ArrayList<>();
    for (String source : shown.sources().keySet()) {
      Tags tags = Tags.of("source", source);
      healthRows.add(Row.of(tags, this, of -> of.health(source)));
      confidenceRows.add(Row.of(tags, this, of -> of.confidence(source)));
    }
    limits.register(limitRows, false);
    terms.register(termRows, false);
    health.register(healthRows, false);
    confidence.register(confidenceRows, false);
  }

  private Shown look() {
    AdaptiveStatus status = adaptive.status();
    Map<String, AdaptiveStatus.Limit> rules = new TreeMap<>();
    Set<String> names = new TreeSet<>(always);
    for (AdaptiveStatus.Limit limit : status.rules()) {
      if (rules.size() < most) {
        rules.put(limit.rule(), limit);
        names.addAll(limit.follows());
      }
    }
    Map<String, SourceReport> sources = new TreeMap<>();
    for (String name : names) {
      SourceReport report = status.sources().get(name);
      if (report != null && sources.size() < most) {
        sources.put(name, report);
      }
    }
    return new Shown(rules, sources);
  }

  private double limit(String rule) {
    AdaptiveStatus.Limit limit = shown.rules().get(rule);
    return limit == null ? Double.NaN : (double) limit.limit();
  }

  private double term(String rule, String term) {
    AdaptiveStatus.Limit limit = shown.rules().get(rule);
    return limit == null ? Double.NaN : limit.terms().getOrDefault(term, Double.NaN);
  }

  private double health(String source) {
    SourceReport report = shown.sources().get(source);
    return report == null ? Double.NaN : report.health().score();
  }

  private double confidence(String source) {
    SourceReport report = shown.sources().get(source);
    return report == null ? Double.NaN : report.health().confidence();
  }
}
