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
 * Shows limits that follow health: {@code throttlex.adaptive.limit} and {@code
 * throttlex.adaptive.term} by rule, {@code throttlex.health} and {@code
 * throttlex.health.confidence} by source; and counts {@code throttlex.adaptive.changes} and {@code
 * throttlex.health.signals.ignored}.
 *
 * <p>Gauges go with their rules and sources. Requests may name sources too, so only those are shown
 * that a rule follows, and those that were asked for. What is shown is as new as the last {@link
 * #refresh}, which a limit that this node moves brings about as well.
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

  /** What gauges show. */
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
   * @param always the sources that are shown whether or not a rule follows them
   */
  public AdaptiveMetrics(MeterRegistry registry, AdaptiveLimits adaptive, String... always) {
    this(MOST, registry, adaptive, always);
  }

  /**
   * Registers the meters.
   *
   * @param most how many rules, and how many sources, have series of their own
   */
  AdaptiveMetrics(int most, MeterRegistry registry, AdaptiveLimits adaptive, String... always) {
    this.most = most;
    this.registry = registry;
    this.adaptive = adaptive;
    this.always = List.of(always);
    limits = gauge("throttlex.adaptive.limit", "The limit of a rule that follows health");
    terms = gauge("throttlex.adaptive.term", "A number behind the last step of such a limit");
    health = gauge("throttlex.health", "How well a source is, from 0 to 1");
    confidence = gauge("throttlex.health.confidence", "How much of that is known, from 0 to 1");
    FunctionCounter.builder(
            "throttlex.health.signals.ignored", adaptive, of -> (double) of.status().ignored())
        .description("Signals that were too old to count")
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
        .description("How often this node moved a limit, for all")
        .tags("rule", rule, "direction", direction)
        .register(registry);
  }

  /** Shows what is so now; to be called every second or so. */
  public synchronized void refresh() {
    shown = look();
    // A row that stays is not registered anew: whoever reads meanwhile would miss it.
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
