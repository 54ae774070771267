package com.throttlex.benchmarks;

import com.throttlex.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One counter that all threads use: a token bucket of 10⁹ units a second, so that every request is
 * allowed; and, as a lower bound, a bare compare-and-set loop.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotKey {
  private static final int PER_SECOND = 1_000_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final RateLimiter throttlex = RateLimiter.of(PER_SECOND + "/1s");

  private final Bucket bucket4j =
      Bucket.builder()
          .addLimit(limit -> limit.capacity(PER_SECOND).refillGreedy(PER_SECOND, SECOND))
          .withNanosecondPrecision()
          .build();

  private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
      io.github.resilience4j.ratelimiter.RateLimiter.of(
          "hot",
          RateLimiterConfig.custom()
              .limitForPeriod(PER_SECOND)
              .limitRefreshPeriod(SECOND)
              .timeoutDuration(Duration.ZERO)
              .build());

  @SuppressWarnings("UnstableApiUsage")
  private final com.google.common.util.concurrent.RateLimiter guava =
      com.google.common.util.concurrent.RateLimiter.create(PER_SECOND);

  private final AtomicLong bare = new AtomicLong();

  /** GCRA without anything around it. */
  @Benchmark
  public boolean bareLoop() {
    long now = System.nanoTime();
    while (true) {
      long seen = bare.get();
      long next = Math.max(seen, now) + 1;
      if (next - now > PER_SECOND) {
        return false;
      }
      if (bare.compareAndSet(seen, next)) {
        return true;
      }
    }
  }

  @Benchmark
  public boolean throttlex() {
    return throttlex.tryAcquire();
  }

  @Benchmark
  public boolean bucket4j() {
    return bucket4j.tryConsume(1);
  }

  @Benchmark
  public boolean resilience4j() {
    return resilience4j.acquirePermission();
  }

  @Benchmark
  @SuppressWarnings("UnstableApiUsage")
  public boolean guava() {
    return guava.tryAcquire();
  }
}
