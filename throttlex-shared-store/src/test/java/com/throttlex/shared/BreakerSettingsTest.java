package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.store.FailureMode;
import com.throttlex.store.MemoryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of the circuit breaker that an operator can set. */
class BreakerSettingsTest {
  private static GuardLab lab(int failures, Duration openFor) {
    return new GuardLab(
        new GuardSettings(
            Duration.ofMillis(25),
            new BreakerSettings(failures, openFor),
            MemoryBudget.ofThisProcess()));
  }

  private static void fail(GuardLab lab, int times) {
    lab.store.fault = FaultyStore.Fault.DOWN;
    for (int i = 0; i < times; i++) {
      lab.time.passMillis(5);
      lab.decide(lab.charges("a", FailureMode.ALLOW));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void circuit_afterThatManyFailures_opensAndNotBefore(int failures) {
    GuardLab lab = lab(failures, Duration.ofSeconds(1));

    fail(lab, failures - 1);
    assertThat(lab.guard.state()).isEqualTo(BreakerState.CLOSED);
    fail(lab, 1);
    assertThat(lab.guard.state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void openCircuit_ofAHealthyStore_closesAfterThatTimeAndNotBefore() {
    GuardLab lab = lab(5, Duration.ofSeconds(60));
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.store.fault = FaultyStore.Fault.NONE;

    lab.time.passMillis(59_000);
    assertThat(lab.guard.state()).isEqualTo(BreakerState.OPEN);
    lab.time.passMillis(1_100);
    assertThat(lab.guard.state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void figures_outOfRange_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BreakerSettings(0, Duration.ofSeconds(1)))
        .withMessage("failures: 0 (expected: a whole number from 1 to 1000)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BreakerSettings(5, Duration.ofMinutes(11)))
        .withMessage("open-for: 660000ms (expected: from 10ms to 10m)");
  }
}
