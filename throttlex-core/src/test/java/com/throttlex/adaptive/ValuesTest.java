package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values reject everything that is not a number, so that no controller gets it. */
class ValuesTest {
  private static AdaptiveSettings settings(Thresholds thresholds, Gains gains) {
    AdaptiveSettings defaults = AdaptiveSettings.DEFAULTS;
    return new AdaptiveSettings(
        defaults.weights(),
        thresholds,
        defaults.bounds(),
        gains,
        defaults.interval(),
        defaults.changeInterval(),
        defaults.staleAfter());
  }

  @Test
  void settings_whoseDeadBandLeavesNoRoom_areRefused() {
    Gains wide = new Gains(0.5, 0.1, 0.2, 0.3, 0.25, 0.5, 1.2);
    assertThatThrownBy(() -> settings(Thresholds.DEFAULTS, wide))
        .hasMessage("adaptive.dead-band: 0.25 (expected: less than 0.20, the room about normal)");
    assertThat(settings(new Thresholds(0.1, 0.4, 0.7), wide).gains()).isEqualTo(wide);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -1, 1e10, Double.POSITIVE_INFINITY})
  void traffic_ofAnImpossibleTime_isRefused(double millis) {
    assertThatThrownBy(() -> new Traffic(1, 0, 0, millis, 1, 1, 1, 1))
        .hasMessageStartingWith("traffic.mean: " + millis);
    assertThatThrownBy(() -> new Traffic(1, 0, 0, 1, 1, 1, millis, 1))
        .hasMessageStartingWith("traffic.p99: " + millis);
  }

  @Test
  void traffic_ofANegativeCount_isRefused() {
    assertThatThrownBy(() -> new Traffic(0, -1, 0, 0, 0, 0, 0, 0))
        .hasMessage("traffic.failed: -1 (expected: 0 or more)");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, 0, -5, Double.POSITIVE_INFINITY})
  void state_ofAnImpossibleLimit_isRefused(double limit) {
    assertThatThrownBy(() -> new ControlState(limit, 0, Map.of()))
        .hasMessageStartingWith("limit: " + limit);
  }

  @Test
  void state_thatRemembersWhatIsNoNumber_isRefused() {
    assertThatThrownBy(() -> new ControlState(1, 0, Map.of("error", Double.NaN)))
        .hasMessageStartingWith("memory.error: NaN");
    assertThatThrownBy(() -> new ControlState(1, 0, Map.of("a b", 1.0)))
        .hasMessageStartingWith("memory.a b: 1.0");
  }
}
