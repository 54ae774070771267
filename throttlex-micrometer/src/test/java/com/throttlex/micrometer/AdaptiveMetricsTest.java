package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.AdaptiveRule;
import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Outcome;
import com.throttlex.adaptive.Range;
import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import com.throttlex.store.MemoryNotes;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdaptiveMetricsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Readings LOST =
      Readings.of(Map.of(Signal.ERROR_RATE, 0.9, Signal.CPU, 1.0, Signal.QUEUE_DEPTH, 900.0));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long now = SECOND;
  private final AdaptiveLimits adaptive = new AdaptiveLimits(new MemoryNotes(() -> now));
  private final AdaptiveMetrics metrics = new AdaptiveMetrics(100, registry, adaptive, "own");

  private void govern(String... rules) {
    List<AdaptiveRule> governed = new ArrayList<>();
    for (String rule : rules) {
      governed.add(new AdaptiveRule(rule, new Range(10, 100, 200), false, List.of("of-" + rule)));
    }
    adaptive.govern(governed, AdaptiveSettings.DEFAULTS);
  }

  private void pass(int seconds, String source) {
    for (int i = 0; i < seconds; i++) {
      now += SECOND;
      adaptive.signal(source, LOST, now, now);
      adaptive.tick(now);
    }
    metrics.refresh();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private List<String> series(String name, String tag) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> id.getName().equals(name))
        .map(id -> id.getTag(tag))
        .sorted()
        .toList();
  }

  @Test
  void limitsTermsAndHealth_areShownAsTheyMove() {
    govern("a");
    pass(20, "of-a");
    assertThat(gauge("throttlex.adaptive.limit", "rule", "a"))
        .isEqualTo(adaptive.limits().get("a").doubleValue())
        .isLessThan(100);
    assertThat(gauge("throttlex.adaptive.term", "rule", "a", "term", "error")).isNegative();
    assertThat(gauge("throttlex.health", "source", "of-a")).isLessThan(0.2);
    assertThat(gauge("throttlex.health.confidence", "source", "of-a")).isBetween(0.5, 1.0);
    double down =
        registry
            .get("throttlex.adaptive.changes")
            .tags("rule", "a", "direction", "down")
            .counter()
            .count();
    assertThat(down).isBetween(1.0, 20.0);
    adaptive.signal("of-a", LOST, now - 60 * SECOND, now);
    assertThat(registry.get("throttlex.health.signals.ignored").functionCounter().count())
        .isEqualTo(1);
  }

  @Test
  void limitFixedByHand_isShownAtOnce() {
    govern("a");
    adaptive.fix("a", 150, null, now).toCompletableFuture().join();
    assertThat(gauge("throttlex.adaptive.limit", "rule", "a")).isEqualTo(150);
  }

  @Test
  void seriesGoWithTheirRules_andSourcesThatRequestsNameHaveNone() {
    govern("a", "b");
    adaptive.ended("of-a", SECOND, Outcome.SUCCESS);
    adaptive.watch("own", time -> Map.of(Signal.CPU, 0.1));
    for (int i = 0; i < 500; i++) {
      adaptive.ended("named-by-a-request-" + i, SECOND, Outcome.SUCCESS);
    }
    pass(5, "of-b");
    assertThat(series("throttlex.adaptive.limit", "rule")).containsExactly("a", "b");
    assertThat(series("throttlex.health", "source")).containsExactly("of-a", "of-b", "own");
    govern("b");
    metrics.refresh();
    assertThat(series("throttlex.adaptive.limit", "rule")).containsExactly("b");
    assertThat(series("throttlex.adaptive.term", "rule")).containsOnly("b");
    assertThat(series("throttlex.health", "source")).containsExactly("of-b", "own");
    assertThat(series("throttlex.health.confidence", "source")).containsExactly("of-b", "own");
  }

  @Test
  void rulesThatComeAndGo_leaveABoundedNumberOfSeriesBehind() {
    for (int i = 0; i < 300; i++) {
      String rule = "rule-" + i;
      govern(rule);
      adaptive.fix(rule, 150, null, now).toCompletableFuture().join();
    }
    assertThat(series("throttlex.adaptive.limit", "rule")).containsExactly("rule-299");
    assertThat(series("throttlex.adaptive.changes", "rule")).hasSize(201).contains("other");
  }
}
