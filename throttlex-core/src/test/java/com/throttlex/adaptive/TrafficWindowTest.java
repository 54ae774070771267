package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrafficWindowTest {
  private static final double MILLI = 1e6;

  @Test
  void percentiles_areTooLargeByAnEighthAtMost() {
    SplittableRandom random = new SplittableRandom(7);
    TrafficWindow window = new TrafficWindow();
    long[] times = new long[10_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = (long) Math.exp(random.nextDouble() * 30);
      window.ended(times[i], i % 10 == 0 ? Outcome.FAILURE : Outcome.SUCCESS);
    }
    Arrays.sort(times);
    Traffic seen = window.look(17);

    assertThat(seen.p50Millis()).isBetween(times[4_999] / MILLI, times[4_999] / MILLI * 1.13);
    assertThat(seen.p95Millis()).isBetween(times[9_499] / MILLI, times[9_499] / MILLI * 1.13);
    assertThat(seen.p99Millis()).isBetween(times[9_899] / MILLI, times[9_899] / MILLI * 1.13);
    assertThat(seen.meanMillis())
        .isCloseTo(Arrays.stream(times).average().orElse(0) / MILLI, within(0.001));
    assertThat(seen.completed()).isEqualTo(9_000);
    assertThat(seen.failed()).isEqualTo(1_000);
    assertThat(seen.inFlight()).isEqualTo(17);
  }

  @Test
  void look_beginsAnew() {
    TrafficWindow window = new TrafficWindow();
    window.ended(5_000_000, Outcome.SUCCESS);
    window.ended(5_000_000, Outcome.DROPPED);
    assertThat(window.look(0).ended()).isEqualTo(2);
    assertThat(window.look(0)).isEqualTo(Traffic.NONE);
  }

  @Test
  void extremeTimes_areCounted() {
    TrafficWindow window = new TrafficWindow();
    for (long time : new long[] {Long.MIN_VALUE, -1, 0, 1, 2, 7, 8, 9, Long.MAX_VALUE}) {
      window.ended(time, Outcome.SUCCESS);
    }
    Traffic seen = window.look(0);
    assertThat(seen.completed()).isEqualTo(9);
    assertThat(seen.p50Millis()).isBetween(1 / MILLI, 3 / MILLI);
    assertThat(seen.p99Millis()).isGreaterThanOrEqualTo(86_400_000);
  }
}
