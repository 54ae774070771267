package com.throttlex.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.RateLimiter;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

  @Test
  void clock_whenSetAdvancedOrSleptOn_showsThatTime() {
    long start = clock.nanos();
    clock.advance(Duration.ofSeconds(2));
    clock.sleep(5);
    assertThat(clock.nanos() - start).isEqualTo(2_000_000_005L);
    clock.advance(Duration.ofSeconds(-3));
    assertThat(clock.nanos() - start).isEqualTo(-999_999_995L);
    clock.set(Instant.parse("2026-01-01T00:00:00.000000001Z"));
    assertThat(clock.nanos() - start).isEqualTo(1);
  }

  @Test
  void limiter_thatWaits_doesSoAtOnceOnThisClock() throws InterruptedException {
    RateLimiter limiter =
        RateLimiter.of(Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1h")), clock);
    long start = clock.nanos();
    assertThat(limiter.acquire(Duration.ofHours(2))).isTrue();
    assertThat(limiter.acquire(Duration.ofHours(2))).isTrue();
    assertThat(clock.nanos() - start).isEqualTo(Duration.ofHours(1).toNanos());
  }
}
