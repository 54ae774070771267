package com.throttlex.shared.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests steps of ten seconds of the store's clock.
 *
 * <p>Forward: in addition to the limit, the refill of that time is admitted, and all units of a
 * window that begins in between. Back: nothing additional is admitted, and charges stay.
 */
public interface StoreClockContract {
  long SECOND = 1_000_000_000L;
  long START = 1_800_000_000L * SECOND;
  long STEP = 10 * SECOND;
  long AMOUNT = 50;
  long PERIOD_SECONDS = 5;
  long IN_STEP = AMOUNT * (STEP / SECOND) / PERIOD_SECONDS;
  Rate SHORT = Rate.parse(AMOUNT + "/" + PERIOD_SECONDS + "s");
  int BATCH = 25;

  /** Creates a store on a clock that the test moves; each prefix has its own counters. */
  BatchStore storeOn(LongSupplier time, String prefix);

  /** Deletes expired counters, if the store itself does it only from time to time. */
  default void sweep(BatchStore store) {}

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  default void admitted_whenTheClockStepsForward_isOverByNoMoreThanTheRateGives(
      Algorithm algorithm) {
    AtomicLong time = new AtomicLong(START);
    try (BatchStore store = storeOn(time::get, "forward-" + algorithm)) {
      Limit limit = Limit.of(algorithm, SHORT);
      long before = admitted(store, limit);
      time.addAndGet(STEP);
      long over = admitted(store, limit);

      assertThat(before).isEqualTo(AMOUNT);
      assertThat(over).isPositive().isLessThanOrEqualTo(Math.min(AMOUNT, IN_STEP));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  default void admitted_whenTheClockStepsForwardInALongPeriod_isOverByTheRate(Algorithm algorithm) {
    AtomicLong time = new AtomicLong(START);
    try (BatchStore store = storeOn(time::get, "slow-" + algorithm)) {
      Limit limit = Limit.of(algorithm, Rate.parse("1000/1000s"));
      long before = admitted(store, limit);
      time.addAndGet(STEP);
      long over = admitted(store, limit);

      assertThat(before).isEqualTo(1_000);
      assertThat(over).isLessThanOrEqualTo(STEP / SECOND);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  default void admitted_whenTheClockStepsBack_isNothingUntilItIsAsLateAgain(Algorithm algorithm) {
    AtomicLong time = new AtomicLong(START);
    try (BatchStore store = storeOn(time::get, "back-" + algorithm)) {
      Limit limit = Limit.of(algorithm, SHORT);
      long before = admitted(store, limit);
      time.addAndGet(-STEP);
      long minted = admitted(store, limit);
      for (long passed = 0; passed < STEP; passed += SECOND) {
        time.addAndGet(SECOND);
        minted += admitted(store, limit);
        sweep(store);
      }

      assertThat(before).isEqualTo(AMOUNT);
      assertThat(minted).as("admitted twice at the same time").isZero();
    }
  }

  /** Sends requests until one is denied; returns how many units were admitted. */
  private static long admitted(BatchStore store, Limit limit) {
    long sum = 0;
    for (long last = BATCH; last == BATCH; sum += last) {
      List<Verdicts> requests =
          Stream.generate(() -> new Verdicts(one(limit))).limit(BATCH).toList();
      store.decideAll(requests).toCompletableFuture().join();
      last = requests.stream().filter(Verdicts::admitted).count();
    }
    return sum;
  }

  private static Charges one(Limit limit) {
    Charges charges = new Charges().start(0);
    charges.add(Node.key("hot"), 0, limit, 1);
    return charges;
  }
}
