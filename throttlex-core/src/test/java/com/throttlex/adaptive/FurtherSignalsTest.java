package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.throttlex.store.MemoryNotes;
import com.throttlex.store.Notes;
import com.throttlex.store.StoreUnavailableException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The signals beside the four of the default weights, and settings of single services. */
class FurtherSignalsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Map<Signal, Double> WELL =
      Map.of(
          Signal.RESPONSE_TIME, 10.0,
          Signal.ERROR_RATE, 0.0,
          Signal.CPU, 0.1,
          Signal.QUEUE_DEPTH, 0.0);
  private static final AdaptiveRule RATE =
      new AdaptiveRule("rate", new Range(10, 100, 200), false, List.of("db"));
  private static final AdaptiveRule SLOTS =
      new AdaptiveRule("slots", new Range(10, 100, 200), true, List.of("db"));

  private long now = 1_790_000_000L * SECOND;
  private final FailingNotes notes = new FailingNotes(new MemoryNotes(() -> now));
  private final AdaptiveLimits limits = new AdaptiveLimits(notes);

  /** Notes of a store that can become unavailable. */
  private static final class FailingNotes implements Notes {
    private final Notes notes;
    private boolean failing;

    FailingNotes(Notes notes) {
      this.notes = notes;
    }

    private static <T> CompletionStage<T> failure() {
      return CompletableFuture.failedFuture(new StoreUnavailableException("store: circuit open"));
    }

    @Override
    public CompletionStage<Map<String, Note>> read() {
      return failing ? failure() : notes.read();
    }

    @Override
    public CompletionStage<Boolean> write(
        String name, long version, String text, Duration forTime) {
      return failing ? failure() : notes.write(name, version, text, forTime);
    }
  }

  private static Health health(Map<Signal, Double> values, AdaptiveSettings settings) {
    return Health.of(Readings.of(values), settings, 10);
  }

  private static Health with(Signal signal, double value) {
    Map<Signal, Double> values = new EnumMap<>(WELL);
    values.put(signal, value);
    return health(values, AdaptiveSettings.DEFAULTS);
  }

  /** Passes seconds in which the source has these signals. */
  private void pass(int seconds, Map<Signal, Double> signals) {
    for (int i = 0; i < seconds; i++) {
      now += SECOND;
      if (!signals.isEmpty()) {
        limits.signal("db", Readings.of(signals), now, now);
      }
      limits.inUse("slots", 5, false);
      limits.tick(now);
    }
  }

  private long limit(String rule) {
    return limits.status().rules().stream()
        .filter(limit -> limit.rule().equals(rule))
        .findFirst()
        .orElseThrow()
        .limit();
  }

  @Test
  void health_withDefaultWeights_isThatOfTheFourSignalsUnlessOthersAreKnown() {
    assertThat(with(Signal.RESPONSE_TIME_P99, 9000).score()).as("p99 has no weight").isEqualTo(1);
    assertThat(with(Signal.CONNECTION_POOL, 0.5).score()).isEqualTo(1);
    assertThat(with(Signal.CONNECTION_POOL, 1).score()).isBetween(0.3, 0.6);
    assertThat(with(Signal.CIRCUIT_BREAKER, 0).score()).isEqualTo(1);
  }

  @Test
  void p99_withAWeight_countsBesideP95() {
    Map<Signal, Double> values = new EnumMap<>(WELL);
    values.put(Signal.RESPONSE_TIME_P99, 900.0);
    Map<Signal, Bounds> bounds = new EnumMap<>(AdaptiveSettings.DEFAULTS.bounds());
    bounds.put(Signal.RESPONSE_TIME_P99, new Bounds(400, 1400));
    AdaptiveSettings settings =
        settings(
            Map.of(Signal.RESPONSE_TIME, 0.5, Signal.RESPONSE_TIME_P99, 0.5),
            bounds,
            Gains.DEFAULTS);
    assertThat(health(values, settings).parts().get(Signal.RESPONSE_TIME_P99)).isEqualTo(0.5);
    assertThat(health(values, settings).score()).isEqualTo(0.75 * 0.75, within(1e-9));
  }

  private static AdaptiveSettings settings(
      Map<Signal, Double> weights, Map<Signal, Bounds> bounds, Gains gains) {
    AdaptiveSettings usual = AdaptiveSettings.DEFAULTS;
    return new AdaptiveSettings(
        weights,
        usual.thresholds(),
        bounds,
        gains,
        usual.interval(),
        usual.changeInterval(),
        usual.staleAfter());
  }

  @Test
  void p99_ofMeasuredRequests_isShownBesideP95() {
    limits.govern(List.of(RATE), AdaptiveSettings.DEFAULTS);
    for (int i = 0; i < 1000; i++) {
      limits.ended("db", i < 970 ? 1_000_000 : 80_000_000, Outcome.SUCCESS);
    }
    pass(1, Map.of());
    Map<Signal, Double> values = limits.status().sources().get("db").values();
    assertThat(values.get(Signal.RESPONSE_TIME)).isBetween(1.0, 1.2);
    assertThat(values.get(Signal.RESPONSE_TIME_P99)).isBetween(80.0, 90.0);
  }

  @Test
  void openCircuit_cutsEveryLimitThatFollowsItsSource() {
    limits.govern(List.of(RATE, SLOTS), AdaptiveSettings.DEFAULTS);
    pass(10, WELL);
    Map<Signal, Double> open = new HashMap<>(WELL);
    open.put(Signal.CIRCUIT_BREAKER, 1.0);
    long before = limit("slots");
    pass(3, open);
    assertThat(limit("rate")).isLessThanOrEqualTo(110);
    assertThat(limit("slots")).isLessThanOrEqualTo(before / 2);
    pass(20, open);
    assertThat(limit("rate")).isEqualTo(10);
    assertThat(limit("slots")).isEqualTo(10);
  }

  @Test
  void openCircuit_asTheOnlySignal_isKnownForCertain() {
    Health open = health(Map.of(Signal.CIRCUIT_BREAKER, 1.0), AdaptiveSettings.DEFAULTS);
    assertThat(open.score()).isZero();
    assertThat(open.confidence()).isEqualTo(1);
    Health closed = health(Map.of(Signal.CIRCUIT_BREAKER, 0.0), AdaptiveSettings.DEFAULTS);
    assertThat(closed.score()).isEqualTo(1);
    assertThat(closed.confidence()).as("half of the evidence").isEqualTo(0.5);
  }

  @Test
  void circuitThatCloses_asTheOnlySignal_letsTheLimitRiseAgain() {
    limits.govern(List.of(RATE), AdaptiveSettings.DEFAULTS);
    pass(20, Map.of(Signal.CIRCUIT_BREAKER, 1.0));
    assertThat(limit("rate")).isEqualTo(10);
    pass(120, Map.of(Signal.CIRCUIT_BREAKER, 0.0));
    assertThat(limit("rate")).isGreaterThanOrEqualTo(100);
  }

  @Test
  void halfOpenCircuit_keepsLimitsFromRising() {
    limits.govern(List.of(RATE), AdaptiveSettings.DEFAULTS);
    Map<Signal, Double> half = new HashMap<>(WELL);
    half.put(Signal.CIRCUIT_BREAKER, 0.5);
    pass(20, half);
    assertThat(limit("rate")).isLessThan(100);
  }

  @Test
  void criticalHealth_whileTheStoreIsUnavailable_cutsTheLimitOfThisNode() {
    limits.govern(List.of(RATE, SLOTS), AdaptiveSettings.DEFAULTS);
    pass(3, WELL);
    notes.failing = true;
    pass(10, Map.of(Signal.CIRCUIT_BREAKER, 1.0));
    assertThat(limit("rate")).isLessThanOrEqualTo(25);
    assertThat(limits.limits().get("rate")).isEqualTo(limit("rate"));
    assertThat(limits.status().problem()).contains("circuit open");
    long cut = limit("rate");
    pass(20, WELL);
    assertThat(limit("rate")).as("nodes do not agree, so it does not rise").isEqualTo(cut);

    notes.failing = false;
    pass(2, WELL);
    assertThat(limit("rate")).as("the value of all nodes").isGreaterThanOrEqualTo(90);
  }

  @Test
  void goodHealth_whileTheStoreIsUnavailable_movesNoLimit() {
    limits.govern(List.of(RATE, SLOTS), AdaptiveSettings.DEFAULTS);
    pass(3, WELL);
    notes.failing = true;
    Map<String, Long> before = limits.limits();
    pass(120, WELL);
    assertThat(limits.limits()).isEqualTo(before);
  }

  @Test
  void watchedSignal_thatIsNoLongerGiven_isNoLongerKnown() {
    limits.govern(List.of(RATE), AdaptiveSettings.DEFAULTS);
    Map<Signal, Double> given = new EnumMap<>(WELL);
    limits.watch("db", time -> given);
    limits.watch("db", time -> Map.of(Signal.CONNECTION_POOL, 0.25));
    pass(2, Map.of());
    assertThat(limits.status().sources().get("db").values())
        .containsOnlyKeys(
            Signal.RESPONSE_TIME,
            Signal.ERROR_RATE,
            Signal.CPU,
            Signal.QUEUE_DEPTH,
            Signal.CONNECTION_POOL);
    given.clear();
    pass(1, Map.of());
    assertThat(limits.status().sources().get("db").values())
        .containsOnlyKeys(Signal.CONNECTION_POOL);
    given.put(Signal.CPU, -1.0);
    pass(1, Map.of());
    assertThat(limits.status().sources().get("db").values())
        .containsOnlyKeys(Signal.CONNECTION_POOL);
    assertThat(limits.status().ignored()).isEqualTo(1);
  }

  @Test
  void settingsOfAService_areThoseOfItsHealthAndOfRulesThatFollowItFirst() {
    AdaptiveSettings usual = AdaptiveSettings.DEFAULTS;
    Map<Signal, Bounds> tight = new EnumMap<>(usual.bounds());
    tight.put(Signal.RESPONSE_TIME, new Bounds(1, 5));
    AdaptiveSettings own =
        settings(usual.weights(), tight, new Gains(0.5, 0.1, 0.2, 0.3, 0.05, 0.1, 1.2));
    AdaptiveRule other = new AdaptiveRule("other", new Range(1, 100, 200), false, List.of("cache"));
    AdaptiveRule quick = new AdaptiveRule("quick", new Range(1, 100, 200), false, List.of("db"));
    limits.govern(List.of(quick, other), usual.with(Map.of("db", own)));
    for (int i = 0; i < 3; i++) {
      now += SECOND;
      Readings slow = Readings.of(Map.of(Signal.RESPONSE_TIME, 6.0, Signal.ERROR_RATE, 0.5));
      limits.signal("db", slow, now, now);
      limits.signal("cache", slow, now, now);
      limits.tick(now);
    }
    Map<String, SourceReport> sources = limits.status().sources();
    assertThat(sources.get("db").health().parts().get(Signal.RESPONSE_TIME)).isZero();
    assertThat(sources.get("cache").health().parts().get(Signal.RESPONSE_TIME)).isEqualTo(1);
    assertThat(limit("quick")).as("its cut is to a tenth").isEqualTo(10);
    assertThat(limit("other")).isGreaterThan(10);
  }
}
