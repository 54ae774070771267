package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RateLimiterWaitTest {
  private final ManualTime time = new ManualTime();

  private RateLimiter limiter(String rate, Algorithm algorithm) {
    return RateLimiter.of(Limit.of(algorithm, Rate.parse(rate)), time);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "GCRA"})
  void acquire_onTokenBucket_isAllowedOneByOneAfterTheBurst(Algorithm algorithm)
      throws InterruptedException {
    RateLimiter limiter = limiter("5/1s", algorithm);
    List<Long> at = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      assertThat(limiter.acquire(Duration.ofSeconds(1))).isTrue();
      at.add(time.elapsed().toMillis());
    }

    assertThat(at).containsExactly(0L, 0L, 0L, 0L, 0L, 200L, 400L, 600L);
  }

  @Test
  void acquire_onLeakyBucket_isAllowedOneByOneFromTheStart() throws InterruptedException {
    RateLimiter limiter = limiter("5/1s", Algorithm.LEAKY_BUCKET);
    List<Long> at = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      assertThat(limiter.acquire(Duration.ofSeconds(1))).isTrue();
      at.add(time.elapsed().toMillis());
    }

    assertThat(at).containsExactly(0L, 200L, 400L, 600L);
  }

  @Test
  void acquire_whenTurnInLeakyBucketIsAfterTimeout_isDeniedAtOnce() throws InterruptedException {
    RateLimiter limiter = limiter("5/1s", Algorithm.LEAKY_BUCKET);
    limiter.tryAcquire();

    assertThat(limiter.acquire(Duration.ofMillis(199))).isFalse();
    assertThat(time.elapsed()).isZero();
    assertThat(limiter.acquire(Duration.ofMillis(200))).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void acquire_onFullLeakyBucket_isDeniedWithoutWaiting() throws InterruptedException {
    RateLimiter limiter = limiter("5/1s", Algorithm.LEAKY_BUCKET);
    assertThat(limiter.tryAcquire(5)).isTrue();

    assertThat(limiter.acquire(Duration.ofSeconds(5))).isFalse();
    assertThat(time.elapsed()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW_LOG"})
  void acquire_onFullWindow_waitsOnlyIfUnitsComeBeforeTheTimeout(Algorithm algorithm)
      throws InterruptedException {
    RateLimiter limiter = limiter("2/10s", algorithm);
    limiter.tryAcquire(2);

    assertThat(limiter.acquire(Duration.ofSeconds(10).minusNanos(1))).isFalse();
    assertThat(time.elapsed()).isZero();
    assertThat(limiter.acquire(Duration.ofSeconds(10))).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @EnumSource
  void acquire_withZeroNegativeOrInfiniteTimeout_isPossible(Algorithm algorithm)
      throws InterruptedException {
    RateLimiter limiter = limiter("1/10s", algorithm);

    assertThat(limiter.acquire(Duration.ZERO)).isTrue();
    assertThat(limiter.acquire(Duration.ZERO)).isFalse();
    assertThat(limiter.acquire(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    assertThat(time.elapsed()).isZero();
    boolean waits = algorithm != Algorithm.LEAKY_BUCKET;
    assertThat(limiter.acquire(ChronoUnit.FOREVER.getDuration())).isEqualTo(waits);
  }

  @Test
  void runAndCall_whenDone_freeTheSlot() throws Exception {
    RateLimiter limiter = limiter("1/30s", Algorithm.CONCURRENCY);

    assertThat(limiter.run(Duration.ZERO, () -> assertThat(limiter.tryAcquire()).isFalse()))
        .isTrue();
    assertThat(limiter.call(Duration.ZERO, () -> "done", () -> "denied")).isEqualTo("done");
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.run(Duration.ZERO, () -> {})).isFalse();
    assertThat(limiter.call(Duration.ZERO, () -> "done", () -> "denied")).isEqualTo("denied");
  }

  @Test
  void runAndCall_whenWorkThrows_freeTheSlot() throws InterruptedException {
    RateLimiter limiter = limiter("1/30s", Algorithm.CONCURRENCY);
    Runnable failing =
        () -> {
          throw new IllegalStateException("work");
        };

    assertThatThrownBy(() -> limiter.run(Duration.ZERO, failing)).hasMessage("work");
    assertThatThrownBy(
            () ->
                limiter.call(
                    Duration.ZERO,
                    () -> {
                      throw new IOException("call");
                    },
                    () -> "denied"))
        .hasMessage("call");
    assertThat(limiter.tryAcquire()).isTrue();
  }

  @Test
  void slot_whenNotReleased_isFreeAtTheEndOfItsPeriod() throws InterruptedException {
    RateLimiter limiter = limiter("1/30s", Algorithm.CONCURRENCY);
    limiter.tryAcquire();

    assertThat(limiter.acquire(Duration.ofSeconds(29))).isFalse();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(29));
    assertThat(limiter.run(Duration.ofSeconds(1), () -> {})).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void run_underARate_doesNotGiveTheUnitBack() throws Exception {
    for (Algorithm algorithm : Algorithm.values()) {
      RateLimiter limiter = limiter("1/1h", algorithm);
      assertThat(limiter.run(Duration.ZERO, () -> {})).isTrue();
      assertThat(limiter.tryAcquire()).isEqualTo(algorithm == Algorithm.CONCURRENCY);
    }
  }

  @Test
  void acquire_whenInterrupted_throwsAndKeepsItsUnitConsumed() throws InterruptedException {
    RateLimiter limiter = limiter("1/10s", Algorithm.TOKEN_BUCKET);
    limiter.tryAcquire();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limiter.acquire(Duration.ofSeconds(10)))
        .isInstanceOf(InterruptedException.class);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(limiter.acquire(Duration.ofSeconds(10).minusNanos(1))).isFalse();
  }

  /** A thread that is stopped for a while each time it looks at the clock. */
  private TimeSource pausing(Long... millis) {
    Deque<Long> pauses = new ArrayDeque<>(List.of(millis));
    return new TimeSource() {
      @Override
      public long nanos() {
        time.passMillis(pauses.isEmpty() ? 0 : pauses.remove());
        return time.nanos();
      }

      @Override
      public void sleep(long nanos) throws InterruptedException {
        time.sleep(nanos);
      }
    };
  }

  @Test
  void acquire_whenTheThreadWasPaused_doesNotReturnTooEarly() throws InterruptedException {
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1s"));
    RateLimiter limiter = RateLimiter.of(limit, pausing(0L, 0L, 50L));
    limiter.tryAcquire();

    assertThat(limiter.acquire(Duration.ofSeconds(5))).isTrue();

    assertThat(time.elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void acquire_whenTheWindowEndsDuringAPause_isAllowed() throws InterruptedException {
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/1s"));
    RateLimiter limiter = RateLimiter.of(limit, pausing(0L, 0L, 0L, 1_000L));
    limiter.tryAcquire();

    assertThat(limiter.acquire(Duration.ofSeconds(5))).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }
}
