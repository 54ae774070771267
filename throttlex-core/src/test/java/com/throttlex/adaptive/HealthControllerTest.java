package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthControllerTest {
  private static final long SECOND = 1_000_000_000L;
  private HealthController controller =
      new HealthController(new Range(100, 1000, 2000), AdaptiveSettings.DEFAULTS);
  private long now = 1_800_000_000_000_000_000L;
  private ControlState state = controller.start(now);

  private Step see(double score, double confidence) {
    now += SECOND;
    Health health = new Health(score, confidence, Map.of());
    Step step = controller.step(state, new Observation(health, Traffic.NONE), now);
    state = step.next();
    return step;
  }

  @Test
  void limit_whenHealthIsCritical_isHalvedOncePerChangeIntervalDownToTheLeast() {
    long[] limits = new long[9];
    for (int i = 0; i < limits.length; i++) {
      see(0.1, 1);
      limits[i] = state.whole();
    }
    assertThat(limits).containsExactly(1000, 500, 500, 250, 250, 125, 125, 100, 100);
    assertThat(see(0.1, 1).reason()).isEqualTo("held: at its minimum, health 0.10 is critical");
  }

  @Test
  void limit_whenHealthReturns_risesByAFifthAtMostPerChange() {
    for (int i = 0; i < 5; i++) {
      see(0.1, 1);
    }
    assertThat(state.whole()).isEqualTo(250);
    int seconds = 0;
    while (state.limit() < 900) {
      double before = state.limit();
      Step step = see(1, 1);
      assertThat(state.limit()).isBetween(before, before * 1.2 + 1e-9);
      assertThat(step.reason()).matches("(rose: health is|held: ).*");
      assertThat(++seconds).isLessThan(40);
    }
    assertThat(seconds).isGreaterThan(12);
  }

  @ParameterizedTest
  @CsvSource({
    "0.8, 1, held: within the dead band",
    "0.84, 1, held: within the dead band",
    "0.76, 1, held: within the dead band",
    "1, 0, held: health is not known",
    "0, 0, held: health is not known",
    "1, 0.4, 'held: too few signals are known, confidence 0.40'"
  })
  void limit_whenThereIsNoReasonToMove_isHeld(double score, double confidence, String reason) {
    Step last = see(score, confidence);
    for (int i = 0; i < 60; i++) {
      last = see(score, confidence);
    }
    assertThat(state.limit()).isEqualTo(1000);
    assertThat(last.reason()).isEqualTo(reason);
  }

  @Test
  void limit_whenLittleIsKnownAndThatIsBad_falls() {
    for (int i = 0; i < 10; i++) {
      see(0.5, 0.1);
    }
    assertThat(state.whole()).isLessThan(1000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.21, 0.35, 0.49, 0.6, 0.74})
  void limit_whenHealthIsBelowNormal_neverRises(double score) {
    for (int i = 0; i < 200; i++) {
      double before = state.limit();
      see(score, 1);
      assertThat(state.limit()).isLessThanOrEqualTo(before);
    }
    assertThat(state.whole()).isEqualTo(100);
  }

  @Test
  void limit_whenOneReadingFallsBelowWarning_doesNotRiseOnIt() {
    for (int i = 0; i < 9; i++) {
      see(1, 1);
    }
    double before = state.limit();
    see(1, 1);
    see(0.45, 1);
    see(0.45, 1);
    assertThat(state.limit()).isLessThanOrEqualTo(before * 1.2);
    assertThat(see(0.45, 1).reason()).doesNotStartWith("rose");
  }

  @Test
  void integral_whileTheLimitIsAtItsLargest_standsStill() {
    for (int i = 0; i < 100; i++) {
      see(1, 1);
    }
    assertThat(state.whole()).isEqualTo(2000);
    double before = state.memory("integral", 0);
    for (int i = 0; i < 100; i++) {
      see(1, 1);
    }
    assertThat(state.memory("integral", 0)).isEqualTo(before);
    // Nothing has to be undone first: it falls as soon as the filter has followed.
    int seconds = 0;
    while (state.whole() == 2000) {
      see(0.4, 1);
      assertThat(++seconds).isLessThan(6);
    }
  }

  @Test
  void step_names_whatItCameFrom() {
    Step step = see(0.9, 0.7);
    assertThat(step.terms())
        .containsKeys("proportional", "integral", "derivative", "error", "health", "confidence")
        .containsEntry("health", 0.9)
        .containsEntry("confidence", 0.7);
    assertThat(step.reason()).isEqualTo("held: changed 1.00 s ago");
  }

  @Test
  void limit_whenTheRangeChanged_isBroughtIntoItAndStandsForAnInterval() {
    controller = new HealthController(new Range(10, 20, 30), AdaptiveSettings.DEFAULTS);
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(30);
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(30);
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(15);
  }

  @Test
  void limit_whenTheClockWentFarBack_movesAgainAfterAnInterval() {
    see(0.1, 1);
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(500);
    now -= 86_400 * SECOND;
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(500);
    see(0.1, 1);
    see(0.1, 1);
    assertThat(state.whole()).isEqualTo(250);
  }
}
