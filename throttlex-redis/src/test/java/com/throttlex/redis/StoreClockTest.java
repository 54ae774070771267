package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.shared.Leases;
import com.throttlex.shared.faults.StoreClockContract;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.test.ManualClock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests steps of the clock of Redis. */
class StoreClockTest implements StoreClockContract {
  /** The number of denials in a row, a tenth of a millisecond apart, that outlasts a backoff. */
  private static final int MORE_THAN_A_LULL = 300;

  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  private final AtomicLong time = new AtomicLong(START);

  @Override
  public RedisStore storeOn(LongSupplier time, String prefix) {
    return RedisStore.withTime(REDIS.connection(), time, prefix);
  }

  @ParameterizedTest
  @CsvSource({
    "TOKEN_BUCKET, 10", "TOKEN_BUCKET, -10",
    "FIXED_WINDOW, 10", "FIXED_WINDOW, -10",
    "SLIDING_WINDOW_COUNTER, 10", "SLIDING_WINDOW_COUNTER, -10"
  })
  void leased_whenTheClockSteps_isOverByNoMoreThanTheRateGives(Algorithm algorithm, int seconds) {
    RedisStore shared = storeOn(time::get, "leased-" + algorithm + seconds);
    ManualClock nodeTime = new ManualClock(Instant.ofEpochSecond(START / SECOND));
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

  private static Leases leases(RedisStore shared, ManualClock nodeTime) {
    return new Leases(shared, () -> 1, nodeTime, (nanos, work) -> {}, new Random(1));
  }

  /** Requests a unit a tenth of a millisecond later, by both clocks. */
  private boolean lease(Leases leases, Limit limit, ManualClock nodeTime) {
    time.addAndGet(SECOND / 10_000);
    nodeTime.sleep(SECOND / 10_000);
    Charges charges = new Charges().start(nodeTime.nanos());
    Terms terms = new Terms(false, 0, Sync.LEASED, FailureMode.LOCAL);
    charges.add(Key.of("rule|user=u", "u"), 0, limit, 1, 0, terms);
    return leases.decide(charges).toCompletableFuture().join().admitted();
  }

  /** Returns the whole units of a limit of one per second in the time that has really passed. */
  private static long passed(ManualClock nodeTime) {
    return (nodeTime.nanos() - START) / SECOND + 1;
  }
}
