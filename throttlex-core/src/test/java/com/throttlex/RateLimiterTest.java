package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimiterTest {
  private static final int THREADS = 8;

  private final ManualTime time = new ManualTime();

  private RateLimiter limiter(String rate, Algorithm algorithm) {
    return RateLimiter.of(Limit.of(algorithm, Rate.parse(rate)), time);
  }

  @ParameterizedTest
  @EnumSource
  void tryAcquire_allowsUntilUsedUpAndAgainAfterThePeriod(Algorithm algorithm) {
    RateLimiter limiter = limiter("3/1s", algorithm);
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire(2)).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();

    time.passSeconds(2);

    assertThat(limiter.tryAcquire(4)).isFalse();
    assertThat(limiter.tryAcquire(3)).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void tryAcquire_withKeys_countsEachKeySeparately(Algorithm algorithm) {
    RateLimiter limiter = limiter("2/1s", algorithm);

    for (String key : new String[] {"", "a", "A", "a|b", "%", "\0", "\ud800", "a "}) {
      assertThat(limiter.tryAcquire(key)).isTrue();
      assertThat(limiter.tryAcquire(key, 2)).isFalse();
      assertThat(limiter.tryAcquire(key, 1)).isTrue();
      assertThat(limiter.tryAcquire(key)).isFalse();
    }
    assertThat(limiter.tryAcquire(2)).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void tryAcquire_ofZeroCost_consumesNothing(Algorithm algorithm) {
    RateLimiter limiter = limiter("2/1s", algorithm);
    for (int i = 0; i < 9; i++) {
      assertThat(limiter.tryAcquire(0)).isTrue();
      assertThat(limiter.tryAcquire("k", 0)).isTrue();
    }

    assertThat(limiter.tryAcquire(2)).isTrue();
    assertThat(limiter.tryAcquire("k", 2)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, 1_000_000_000_000_001L, Long.MAX_VALUE})
  void tryAcquire_ofCostOutOfRange_isAnErrorNamingTheCost(long cost) {
    RateLimiter limiter = limiter("2/1s", Algorithm.TOKEN_BUCKET);
    String message = "cost: " + cost + " (expected: from 0 to 1000000000000000)";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> limiter.tryAcquire(cost))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limiter.tryAcquire("k", cost))
        .withMessage(message);
    assertThat(limiter.tryAcquire(2)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void tryAcquire_ofCostAboveTheLimit_isDenied(Algorithm algorithm) {
    RateLimiter limiter = limiter("2/1s", algorithm);

    assertThat(limiter.tryAcquire(3)).isFalse();
    assertThat(limiter.tryAcquire(1_000_000_000_000_000L)).isFalse();
    assertThat(limiter.tryAcquire("k", 1_000_000_000_000_000L)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "10/", "/1s", "10/1x", "-1/1s", "0/1s", "1.5/1s", "10 / 1s"})
  void rateLimiter_ofInvalidRateText_isAnError(String rate) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimiter.of(rate))
        .withMessageContaining("(expected: ");
  }

  @Test
  void tryAcquire_ofNullKeyWithConcurrency_isAnError() {
    assertThatNullPointerException()
        .isThrownBy(() -> limiter("2/1s", Algorithm.CONCURRENCY).tryAcquire((String) null));
  }

  @Test
  void rateLimiter_ofRateText_allowsTheAmountAtOnceInRealTime() {
    RateLimiter limiter = RateLimiter.of("5/1h");
    int taken = 0;
    for (int i = 0; i < 20; i++) {
      taken += limiter.tryAcquire() ? 1 : 0;
    }

    assertThat(taken).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "FIXED_WINDOW", "SLIDING_WINDOW_COUNTER", "GCRA"})
  void tryAcquire_fromManyThreads_allowsExactlyTheLimit(Algorithm algorithm) {
    RateLimiter single = limiter("10000/1h", algorithm);
    RateLimiter keyed = limiter("10000/1h", algorithm);

    assertThat(taken(single::tryAcquire)).isEqualTo(10_000);
    assertThat(taken(() -> keyed.tryAcquire("hot"))).isEqualTo(10_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"SLIDING_WINDOW_LOG", "CONCURRENCY"})
  void tryAcquire_fromManyThreadsWithLogAlgorithms_allowsExactlyTheLimit(Algorithm algorithm) {
    RateLimiter limiter = limiter("10000/1h", algorithm);

    assertThat(taken(limiter::tryAcquire)).isEqualTo(10_000);
  }

  @Test
  void tryAcquire_fromManyThreadsInRealTime_allowsExactlyTheLimit() {
    RateLimiter limiter = RateLimiter.of("10000/18250d");

    assertThat(taken(limiter::tryAcquire)).isEqualTo(10_000);
  }

  /** Returns how often eight threads succeed that try 5,000 times each. */
  private static long taken(BooleanSupplier attempt) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<CompletableFuture<Integer>> counts = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        counts.add(count(attempt, threads));
      }
      return counts.stream().mapToInt(CompletableFuture::join).sum();
    } finally {
      threads.shutdown();
    }
  }

  private static CompletableFuture<Integer> count(BooleanSupplier attempt, Executor threads) {
    return CompletableFuture.supplyAsync(
        () -> {
          int taken = 0;
          for (int i = 0; i < 5_000; i++) {
            taken += attempt.getAsBoolean() ? 1 : 0;
          }
          return taken;
        },
        threads);
  }
}
