package com.throttlex.benchmarks.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void percentiles_ofTimesUpToASecond_areAccurateToOneSixteenth() {
    Latencies latencies = new Latencies();
    for (int i = 1; i <= 1000; i++) {
      latencies.add(i * 1_000_000L);
    }
    assertThat(latencies.micros(0.5)).isCloseTo(500_000, Percentage.withPercentage(6.25));
    assertThat(latencies.micros(0.99)).isCloseTo(990_000, Percentage.withPercentage(6.25));
  }

  @Test
  void percentiles_ofShortTimes_areAccurateToTheNanosecond() {
    Latencies latencies = new Latencies();
    for (int nanos = 0; nanos <= 20; nanos++) {
      latencies.add(nanos);
    }
    assertThat(latencies.micros(0.5)).isCloseTo(0.010, within(1e-9));
    assertThat(latencies.micros(1)).isCloseTo(0.020, within(1e-9));
  }

  @Test
  void percentile_ofTheLongestPossibleTime_isAccurateToOneSixteenth() {
    Latencies latencies = new Latencies();
    latencies.add(Long.MAX_VALUE);
    assertThat(latencies.micros(0.5))
        .isCloseTo(Long.MAX_VALUE / 1000.0, Percentage.withPercentage(6.25));
  }

  @Test
  void percentile_withoutTimes_isNaN() {
    assertThat(new Latencies().micros(0.5)).isNaN();
  }
}
