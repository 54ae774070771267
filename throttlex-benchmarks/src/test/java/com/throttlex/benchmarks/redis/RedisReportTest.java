package com.throttlex.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.StoreLine;
import com.throttlex.benchmarks.store.StoreReport;
import com.throttlex.benchmarks.store.StoreRound;
import com.throttlex.benchmarks.store.Work;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisReportTest {
  private final StoreReport<Workload> report = RedisReport.empty();

  @Test
  void promises_showWhichAreMetAndWhichAreMissed() {
    add(RedisContender.STRICT, round(100_000, 10, 20, 0.1, 5), true);
    add(RedisContender.LEASED, round(999_999, 10, 20, 0.01, 5), true);
    add(RedisContender.BUCKET4J, round(1_000, 10, 20, 2, 5), true);
    add(RedisContender.EVALSHA, round(110_000, 10, 20, 1, 5), true);
    assertThat(RedisReport.promises(report))
        .satisfiesExactly(
            line -> assertThat(line).contains("strict / Bucket4j", "100.00", ">= 60 met"),
            line -> assertThat(line).contains("strict / plain EVALSHA", "0.91", ">= 1 MISSED"),
            line -> assertThat(line).contains("leased", "999,999", ">= 1,000,000 MISSED"),
            line -> assertThat(line).contains("leased", "0.0100", "<= 0.01 met"));
  }

  @Test
  void losses_areWhatAPeerDoesBetter() {
    add(RedisContender.STRICT, round(100_000, 106, 20, 0.1, 5), true);
    add(RedisContender.EVALSHA, round(90_000, 100, 20, 1, 4.9), true);
    assertThat(report.losses())
        .containsExactly(
            "  one hot key, ThrottleX strict to plain EVALSHA; p50 us: 106.0 to 100.0");
  }

  @Test
  void report_whenOneContenderAllowsTooMuch_isNotExact() {
    add(RedisContender.EVALSHA, round(1, 1, 1, 1, 1), true);
    assertThat(report.isExact()).isTrue();
    add(RedisContender.STRICT, round(1, 1, 1, 1, 1), false);
    assertThat(report.isExact()).isFalse();
  }

  private static StoreRound round(
      double rate, double median, double slow, double calls, double micros) {
    return new StoreRound(rate, median, slow, slow, new Work(calls, micros));
  }

  private void add(RedisContender who, StoreRound round, boolean exact) {
    report.add(Workload.HOT_KEY, StoreLine.of(who, List.of(round), new DecisionTally(), exact));
  }
}
