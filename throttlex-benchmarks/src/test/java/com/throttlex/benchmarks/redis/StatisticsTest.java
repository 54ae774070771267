package com.throttlex.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Set;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static final String INFO =
      """
      # Commandstats
      cmdstat_evalsha:calls=12,usec=340,usec_per_call=28.33,rejected_calls=0
      cmdstat_config|get:calls=2,usec=3,usec_per_call=1.50
      cmdstat_get:calls=30,usec=10,usec_per_call=0.33

      # CPU
      used_cpu_sys:0.250000
      used_cpu_user:1.500000
      """
          .replace("\n", "\r\n");

  @Test
  void calls_ofCommandsNeverSent_areZero() {
    Statistics statistics = Statistics.of(INFO);
    assertThat(statistics.work(Set.of("evalsha", "get")).requests()).isEqualTo(42);
    assertThat(statistics.work(Set.of("evalsha", "eval")).requests()).isEqualTo(12);
  }

  @Test
  void cpuSeconds_areTheSumOfUserAndSystemTime() {
    assertThat(Statistics.of(INFO).cpuSeconds()).isCloseTo(1.75, within(1e-9));
  }

  @Test
  void info_withoutCpuTime_isAFailure() {
    assertThatThrownBy(() -> Statistics.of("# CPU\r\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("used_cpu_user");
  }
}
