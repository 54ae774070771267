package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthControllerTest {
  private static final long SECOND = 1_000_000_000L;
  private final HealthController controller =
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
    "1, 0, held: nothing is known of health",
    "0, 0, held: nothing is known of health",
    "1, 0.4, 'held: too little is known, confidence 0.40'"
  })
  void limit_whenThereIsNoReasonToMove_isHeld(double score, double confidence, String reason) {
    Step last = see(score, confidence);
    for (int i = 0; i < 60; i++) {
      last = see(score, confidence);
    }
    assertThat(state.limit()).isEqualTo(1000);
    assertThat(last.reason()).isEqualTo(reason);
  }
}
