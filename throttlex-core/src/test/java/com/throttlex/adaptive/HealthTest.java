package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthTest {
  private static final AdaptiveSettings SETTINGS = AdaptiveSettings.DEFAULTS;
  private static final Map<Signal, Double> WELL =
      Map.of(
          Signal.RESPONSE_TIME, 10.0,
          Signal.ERROR_RATE, 0.0,
          Signal.CPU, 0.1,
          Signal.QUEUE_DEPTH, 0.0);

  private static Health health(Map<Signal, Double> values) {
    return Health.of(Readings.of(values), SETTINGS, 10);
  }

  private static Health with(Signal signal, double value) {
    Map<Signal, Double> values = new EnumMap<>(WELL);
    values.put(signal, value);
    return health(values);
  }

  @Test
  void score_whenAllIsWell_isOneWithFullConfidence() {
    Health health = health(WELL);
    assertThat(health.score()).isEqualTo(1);
    assertThat(health.confidence()).isEqualTo(1, within(1e-9));
    assertThat(health.parts()).containsOnlyKeys(WELL.keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "RESPONSE_TIME, 100, 0, 0.2",
    "ERROR_RATE, 0.5, 0, 0.2",
    "CPU, 1.5, 0.2, 0.5",
    "QUEUE_DEPTH, 200, 0.5, 0.8"
  })
  void score_whenOneSignalIsLost_fallsByTheSignalsWeightAndIsNotHidden(
      Signal signal, double value, double above, double below) {
    assertThat(with(signal, value).score()).isGreaterThanOrEqualTo(above).isLessThan(below);
  }

  @Test
  void score_whenASignalIsALittleOff_isNearTheWeightedMean() {
    Health health = with(Signal.CPU, 0.76);
    assertThat(health.parts().get(Signal.CPU)).isEqualTo(0.8, within(1e-9));
    assertThat(health.score()).isEqualTo(0.96, within(0.03));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RESPONSE_TIME", "ERROR_RATE", "CPU", "QUEUE_DEPTH"})
  void score_asASignalGetsWorse_neverRises(Signal signal) {
    double before = 1;
    for (double value = 0; value <= 1; value += 0.01) {
      double scale = signal == Signal.RESPONSE_TIME || signal == Signal.QUEUE_DEPTH ? 120 : 1;
      double score = with(signal, value * scale).score();
      assertThat(score).isBetween(0.0, before);
      before = score;
    }
  }

  @Test
  void confidence_whenSignalsAreMissing_isThePartThatIsKnown() {
    Health health = health(Map.of(Signal.CPU, 0.1, Signal.QUEUE_DEPTH, 0.0));
    assertThat(health.confidence()).isEqualTo(0.3, within(1e-9));
    assertThat(Health.of(Readings.of(Map.of()), SETTINGS, 10)).isEqualTo(Health.UNKNOWN);
  }

  @Test
  void confidence_whenOnlySignalsWithoutAWeightAreRead_isZero() {
    Health health = health(Map.of(Signal.MEMORY, 0.1));
    assertThat(health.confidence()).isZero();
    assertThat(health.parts()).containsEntry(Signal.MEMORY, 1.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void responseTime_withoutBoundsAndBaseline_countsAsMissing(double baseline) {
    Health health = Health.of(Readings.of(WELL), SETTINGS, baseline);
    assertThat(health.parts()).doesNotContainKey(Signal.RESPONSE_TIME);
    assertThat(health.confidence()).isEqualTo(0.6, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"20, 1", "50, 0.5", "80, 0", "1000, 0"})
  void responseTime_againstABaseline_isWellUpToTwiceAndLostFromEightTimes(
      double millis, double part) {
    assertThat(with(Signal.RESPONSE_TIME, millis).parts())
        .containsEntry(Signal.RESPONSE_TIME, part);
  }

  @Test
  void weakest_ofSeveral_isTheLeastThatIsKnown() {
    Health poor = new Health(0.3, 0.4, Map.of());
    Health well = new Health(0.9, 1, Map.of());
    assertThat(Health.weakest(List.of(well, poor, new Health(0, 0, Map.of())))).isEqualTo(poor);
    assertThat(Health.weakest(List.of(Health.UNKNOWN))).isEqualTo(Health.UNKNOWN);
    assertThat(Health.weakest(List.of())).isEqualTo(Health.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.1, 1.1, Double.POSITIVE_INFINITY})
  void health_outsideOfZeroToOne_isRefused(double value) {
    assertThatThrownBy(() -> new Health(value, 1, Map.of()))
        .hasMessage("health: " + value + " (expected: a number from 0 to 1)");
    assertThatThrownBy(() -> new Health(1, value, Map.of())).hasMessageStartingWith("confidence: ");
  }
}
