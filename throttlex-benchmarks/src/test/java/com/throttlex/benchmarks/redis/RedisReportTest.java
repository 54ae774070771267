package com.throttlex.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisReportTest {
  private final RedisReport report = new RedisReport();

  @Test
  void promises_showWhichAreMetAndWhichAreMissed() {
    add(RedisContender.STRICT, new RedisRound(100_000, 10, 20, 0.1, 5), true);
    add(RedisContender.LEASED, new RedisRound(999_999, 10, 20, 0.01, 5), true);
    add(RedisContender.BUCKET4J, new RedisRound(1_000, 10, 20, 2, 5), true);
    add(RedisContender.EVALSHA, new RedisRound(110_000, 10, 20, 1, 5), true);
    assertThat(report.promises())
        .satisfiesExactly(
            line -> assertThat(line).contains("strict / Bucket4j", "100.00", ">= 60 met"),
            line -> assertThat(line).contains("strict / plain EVALSHA", "0.91", ">= 1 MISSED"),
            line -> assertThat(line).contains("leased", "999,999", ">= 1,000,000 MISSED"),
            line -> assertThat(line).contains("leased", "0.0100", "<= 0.01 met"));
  }

  @Test
  void losses_areWhatAPeerDoesBetter() {
    add(RedisContender.STRICT, new RedisRound(100_000, 106, 20, 0.1, 5), true);
    add(RedisContender.EVALSHA, new RedisRound(90_000, 100, 20, 1, 4.9), true);
    assertThat(report.losses())
        .containsExactly(
            "  one hot key, ThrottleX strict to plain EVALSHA; p50 us: 106.0 to 100.0");
  }

  @Test
  void report_whenOneContenderAllowsTooMuch_isNotExact() {
    add(RedisContender.EVALSHA, new RedisRound(1, 1, 1, 1, 1), true);
    assertThat(report.isExact()).isTrue();
    add(RedisContender.STRICT, new RedisRound(1, 1, 1, 1, 1), false);
    assertThat(report.isExact()).isFalse();
  }

  private void add(RedisContender who, RedisRound round, boolean exact) {
    report.add(Workload.HOT_KEY, RedisLine.of(who, List.of(round), new DecisionTally(), exact));
  }
}
