package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GradientControllerTest {
  private static final long SECOND = 1_000_000_000L;

  private static Pool pool(long base) {
    return new Pool(
        new GradientController(new Range(2, base, 500), AdaptiveSettings.DEFAULTS), 1000);
  }

  private static Pool quick(long base) {
    AdaptiveSettings defaults = AdaptiveSettings.DEFAULTS;
    AdaptiveSettings settings =
        new AdaptiveSettings(
            defaults.weights(),
            defaults.thresholds(),
            defaults.bounds(),
            defaults.gains(),
            Duration.ofMillis(100),
            Duration.ofMillis(200),
            defaults.staleAfter());
    return new Pool(new GradientController(new Range(2, base, 500), settings), 100);
  }

  @ParameterizedTest
  @CsvSource({"0", "0.05", "0.1"})
  void limit_underLoad_settlesALittleAboveTheServers(double noise) {
    for (Pool pool : new Pool[] {pool(10), quick(10)}) {
      pool.noise = noise;
      pool.run(60);
      LongSummaryStatistics limits = new LongSummaryStatistics();
      pool.run(300, limits);
      assertThat(limits.getAverage()).isBetween(20.0, 32.0);
      assertThat(limits.getMin()).isGreaterThanOrEqualTo(11);
      assertThat(limits.getMax()).isLessThanOrEqualTo(40);
    }
  }

  @Test
  void limit_betweenProbes_doesNotMove() {
    Pool pool = pool(20).run(120);
    long settled = pool.state.whole();
    long[] moved = {0};
    pool.run(600, limit -> moved[0] += limit == settled ? 0 : 1);
    // Every half minute a dip and the way back, of two intervals each.
    assertThat(moved[0]).isLessThan(600 / 30 * 6);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1})
  void traffic_throughProbes_isServedToNinetyPercent(double noise) {
    Pool pool = pool(20);
    pool.noise = noise;
    pool.run(60);
    pool.served = 0;
    boolean[] probed = {false};
    pool.run(
        300,
        limit -> {
          probed[0] |= pool.last.reason().equals("fell: to measure the baseline");
          assertThat(limit).as("a dip goes to a part, not to the least").isGreaterThan(9);
        });
    assertThat(probed[0]).isTrue();
    assertThat(pool.served).isGreaterThan((long) (0.9 * 300 * 400));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.1})
  void limit_whenServersFailAndReturn_followsThem(double noise) {
    Pool pool = pool(20);
    pool.noise = noise;
    pool.run(65);
    pool.servers = 10;
    pool.run(20);
    assertThat(pool.state.whole()).isBetween(7L, 18L);
    pool.servers = 20;
    pool.run(40);
    assertThat(pool.state.whole()).isBetween(15L, 36L);
  }

  @Test
  void baseline_whenTheSystemItselfIsSlower_rises() {
    Pool pool = pool(20).run(65);
    pool.serviceMillis = 150;
    pool.run(60);
    assertThat(pool.state.memory("baseline", 0)).isBetween(120.0, 160.0);
    assertThat(pool.state.whole()).isBetween(17L, 32L);
    pool.serviceMillis = 50;
    pool.run(90);
    assertThat(pool.state.memory("baseline", 0)).isBetween(40.0, 65.0);
  }

  @Test
  void baseline_underAnOverloadFromTheStart_isFound() {
    Pool pool = pool(200).run(180);
    assertThat(pool.state.memory("baseline", 0)).isBetween(40.0, 65.0);
    assertThat(pool.state.whole()).isBetween(17L, 35L);
  }

  @Test
  void limit_whenTrafficIsFarBelowIt_doesNotRise() {
    Pool pool = pool(50);
    pool.offeredPerSecond = 100;
    pool.noise = 0.1;
    pool.run(3600);
    assertThat(pool.state.whole()).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void limit_whenRequestsTimeOut_fallsToWhatIsServedInTimeAndStays(boolean dropped) {
    Pool pool = pool(24);
    pool.run(20);
    pool.timeoutMillis = 200;
    pool.timeoutIsDropped = dropped;
    pool.servers = 2;
    LongSummaryStatistics limits = new LongSummaryStatistics();
    pool.run(20).run(1800, limits);
    assertThat(limits.getMax()).isLessThanOrEqualTo(4);
  }

  @Test
  void limit_whenAllRequestsFail_fallsAtOnceAndReturnsSlowly() {
    Pool pool = pool(20).run(65);
    pool.failing = 1;
    pool.run(12);
    assertThat(pool.state.whole()).isEqualTo(2);
    assertThat(pool.last.reason()).isEqualTo("held: at its minimum, 100 % were lost");
    pool.failing = 0;
    double[] before = {pool.state.limit()};
    pool.run(
        80,
        limit -> {
          double most = Math.max(before[0] * 1.2, before[0] + 1);
          assertThat(pool.state.limit()).isLessThanOrEqualTo(most + 1e-9);
          before[0] = pool.state.limit();
        });
    assertThat(pool.state.whole()).isBetween(15L, 35L);
  }

  @Test
  void limit_whenAFewRequestsFailAtAnyLoad_recovers() {
    Pool pool = pool(20);
    pool.failing = 0.05;
    pool.run(100);
    assertThat(pool.state.whole()).isBetween(17L, 35L);
  }

  @Test
  void limit_whenHealthIsCritical_isCutAsWell() {
    Traffic traffic = new Traffic(100, 0, 0, 50, 50, 90, 99, 20);
    GradientController controller =
        new GradientController(new Range(1, 20, 40), AdaptiveSettings.DEFAULTS);
    Health lost = new Health(0.1, 0.4, Map.of());
    Step step = controller.step(controller.start(0), new Observation(lost, traffic), 2 * SECOND);
    assertThat(step.next().limit()).isEqualTo(10);
    assertThat(step.reason()).isEqualTo("cut: health 0.10 is critical");
  }

  @Test
  void limit_whenHealthIsBelowWarning_doesNotRise() {
    GradientController controller =
        new GradientController(new Range(1, 20, 40), AdaptiveSettings.DEFAULTS);
    ControlState state = controller.start(0);
    Health poor = new Health(0.4, 1, Map.of());
    for (int i = 1; i < 100; i++) {
      Traffic traffic = new Traffic(100, 0, 0, 50, 50, 90, 99, 20);
      state = controller.step(state, new Observation(poor, traffic), i * SECOND).next();
      assertThat(state.limit()).isLessThanOrEqualTo(20);
    }
  }

  @Test
  void limit_withoutTraffic_isHeld() {
    GradientController controller =
        new GradientController(new Range(1, 20, 40), AdaptiveSettings.DEFAULTS);
    Health lost = new Health(0, 1, Map.of());
    Step step =
        controller.step(controller.start(0), new Observation(lost, Traffic.NONE), 60 * SECOND);
    assertThat(step.next().limit()).isEqualTo(20);
    assertThat(step.reason()).isEqualTo("held: no request ended");
  }
}
