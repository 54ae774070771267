package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The controller by health, in a loop with a server. */
class HealthStabilityTest {
  private static final Range RANGE = new Range(100, 800, 3000);

  private static AdaptiveSettings settings(long interval, long changeInterval) {
    AdaptiveSettings defaults = AdaptiveSettings.DEFAULTS;
    return new AdaptiveSettings(
        defaults.weights(),
        defaults.thresholds(),
        defaults.bounds(),
        defaults.gains(),
        Duration.ofMillis(interval),
        Duration.ofMillis(changeInterval),
        defaults.staleAfter());
  }

  @ParameterizedTest
  @CsvSource({"1000, 2000", "100, 500", "200, 1000"})
  void limit_underConstantLoad_settlesAndStays(long interval, long changeInterval) {
    Server server = new Server(RANGE, settings(interval, changeInterval)).run(60);
    long settled = server.state.whole();
    assertThat(settled).isBetween(750L, 1000L);
    LongSummaryStatistics limits = new LongSummaryStatistics();
    server.run(300, limits);
    assertThat(limits.getMin()).isEqualTo(settled);
    assertThat(limits.getMax()).isEqualTo(settled);
    assertThat(server.last.reason()).isEqualTo("held: within the dead band");
  }

  @ParameterizedTest
  @CsvSource({"1000, 2000, 0.05", "1000, 2000, 0.1", "100, 500, 0.05", "100, 500, 0.1"})
  void limit_underConstantLoadWithNoise_staysWithinATenth(
      long interval, long changeInterval, double noise) {
    Server server = new Server(RANGE, settings(interval, changeInterval));
    server.noise = noise;
    server.run(120);
    LongSummaryStatistics limits = new LongSummaryStatistics();
    server.run(300, limits);
    assertThat(limits.getMin()).isGreaterThan((long) (0.9 * limits.getAverage()));
    assertThat(limits.getMax()).isLessThan((long) (1.1 * limits.getAverage()));
  }

  @Test
  void limit_whenCapacityFallsAndReturns_followsAndSettles() {
    Server server = new Server(RANGE, AdaptiveSettings.DEFAULTS).run(60);
    server.perSecond = 400;
    server.run(10);
    assertThat(server.state.whole()).isLessThan(400);
    server.run(50);
    long low = server.state.whole();
    assertThat(low).isBetween(280L, 400L);
    server.run(60, limit -> assertThat(limit).isBetween(low - 20, low + 20));
    server.perSecond = 1000;
    server.run(40);
    long high = server.state.whole();
    assertThat(high).isBetween(750L, 1000L);
    server.run(60, limit -> assertThat(limit).isBetween(high - 40, high + 40));
  }

  @Test
  void limit_whenNothingLimitsIt_risesToTheLargest() {
    Server server = new Server(RANGE, AdaptiveSettings.DEFAULTS);
    server.offeredPerSecond = 100;
    server.run(60);
    assertThat(server.state.whole()).isEqualTo(3000);
    assertThat(server.last.reason()).startsWith("held: at its maximum");
  }
}
