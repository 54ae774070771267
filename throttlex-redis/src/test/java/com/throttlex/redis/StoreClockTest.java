package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.shared.Leases;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.tck.servers.RedisServer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests steps of ten seconds of the clock of Redis.
 *
 * <p>Forward: in addition to the limit, the refill of that time is admitted, and all units of a
 * window that begins in between. Back: nothing additional is admitted, and charges stay.
 */
class StoreClockTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_800_000_000L * SECOND;
  private static final long STEP = 10 * SECOND;
  private static final long AMOUNT = 50;
  private static final long PERIOD_SECONDS = 5;
  private static final long IN_STEP = AMOUNT * (STEP / SECOND) / PERIOD_SECONDS;

  /** The number of denials in a row, a tenth of a millisecond apart, that outlasts a backoff. */
  private static final int MORE_THAN_A_LULL = 300;

  private static RedisServer server;
  private static Redis redis;

  private final AtomicLong time = new AtomicLong(START);

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    redis = Connected.to(server.url() + "?timeout=10s");
  }

  @AfterAll
  static void stop() {
    redis.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  void admitted_whenTheClockStepsForward_isOverByNoMoreThanTheRateGives(Algorithm algorithm) {
    RedisStore store = store("forward-" + algorithm);
    Limit limit = Limit.of(algorithm, Rate.parse(AMOUNT + "/" + PERIOD_SECONDS + "s"));
    long before = admit(store, limit);
    time.addAndGet(STEP);
    long over = admit(store, limit);

    assertThat(before).isEqualTo(AMOUNT);
    assertThat(over).isPositive().isLessThanOrEqualTo(Math.min(AMOUNT, IN_STEP));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  void admitted_whenTheClockStepsForwardInALongPeriod_isOverByTheRate(Algorithm algorithm) {
    RedisStore store = store("slow-" + algorithm);
    Limit limit = Limit.of(algorithm, Rate.parse("1000/1000s"));
    long before = admit(store, limit);
    time.addAndGet(STEP);
    long over = admit(store, limit);

    assertThat(before).isEqualTo(1_000);
    assertThat(over).isLessThanOrEqualTo(STEP / SECOND);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  void admitted_whenTheClockStepsBack_isNothingUntilItIsAsLateAgain(Algorithm algorithm) {
    RedisStore store = store("back-" + algorithm);
    Limit limit = Limit.of(algorithm, Rate.parse(AMOUNT + "/" + PERIOD_SECONDS + "s"));
    long before = admit(store, limit);
    time.addAndGet(-STEP);
    long minted = admit(store, limit);
    for (long passed = 0; passed < STEP; passed += SECOND) {
      time.addAndGet(SECOND);
      minted += admit(store, limit);
    }

    assertThat(before).isEqualTo(AMOUNT);
    assertThat(minted).as("admitted twice at the same time").isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "TOKEN_BUCKET, 10", "TOKEN_BUCKET, -10",
    "FIXED_WINDOW, 10", "FIXED_WINDOW, -10",
    "SLIDING_WINDOW_COUNTER, 10", "SLIDING_WINDOW_COUNTER, -10"
  })
  void leased_whenTheClockSteps_isOverByNoMoreThanTheRateGives(Algorithm algorithm, int seconds) {
    RedisStore shared = store("leased-" + algorithm + seconds);
    AtomicLong nodeTime = new AtomicLong(time.get());
    try (Leases leases = leases(shared, nodeTime)) {
      Limit limit = Limit.of(algorithm, Rate.parse("1000/1000s"));
      long admitted = 0;
      while (admitted < 500 && lease(leases, limit, nodeTime)) {
        admitted++;
      }
      assertThat(admitted).isEqualTo(500);
      time.addAndGet(seconds * SECOND);
      for (int denied = 0; denied < MORE_THAN_A_LULL; denied++) {
        if (lease(leases, limit, nodeTime)) {
          admitted++;
          denied = 0;
        }
      }

      long over = admitted - 1_000;
      assertThat(over).isBetween(Math.min(0L, seconds), Math.max(0, seconds) + passed(nodeTime));
    }
  }

  private static Leases leases(RedisStore shared, AtomicLong nodeTime) {
    TimeSource time =
        new TimeSource() {
          @Override
          public long nanos() {
            return nodeTime.get();
          }

          @Override
          public void sleep(long nanos) {
            nodeTime.addAndGet(nanos);
          }
        };
    return new Leases(shared, () -> 1, time, (nanos, work) -> {}, new Random(1));
  }

  /** Requests a unit a tenth of a millisecond later, by both clocks. */
  private boolean lease(Leases leases, Limit limit, AtomicLong nodeTime) {
    time.addAndGet(SECOND / 10_000);
    Charges charges = new Charges().start(nodeTime.addAndGet(SECOND / 10_000));
    Terms terms = new Terms(false, 0, Sync.LEASED, FailureMode.LOCAL);
    charges.add(Key.of("rule|user=u", "u"), 0, limit, 1, 0, terms);
    return leases.decide(charges).toCompletableFuture().join().admitted();
  }

  /** Returns the whole units of a limit of one per second in the time that has really passed. */
  private static long passed(AtomicLong nodeTime) {
    return (nodeTime.get() - START) / SECOND + 1;
  }

  private RedisStore store(String prefix) {
    return RedisStore.withTime(redis, time::get, prefix);
  }

  /** Sends requests until one is denied; returns how many units were admitted. */
  private long admit(RedisStore store, Limit limit) {
    long admitted = 0;
    while (admits(store, limit)) {
      admitted++;
    }
    return admitted;
  }

  private boolean admits(RedisStore store, Limit limit) {
    Charges charges = new Charges().start(time.get());
    charges.add(Key.of("rule|user=u", "u"), 0, limit, 1);
    return store.decide(charges).toCompletableFuture().join().admitted();
  }
}
