package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.START;
import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests steps of ten seconds of the database's clock.
 *
 * <p>Forward: in addition to the limit, the refill of that time is admitted, and all units of a
 * window that begins in between. Back: nothing additional is admitted, and charges stay.
 */
interface StoreClockContract extends CounterFixture {
  long SECOND = 1_000_000_000L;
  long STEP = 10 * SECOND;
  long AMOUNT = 50;
  long PERIOD_SECONDS = 5;
  long IN_STEP = AMOUNT * (STEP / SECOND) / PERIOD_SECONDS;
  Rate SHORT = Rate.parse(AMOUNT + "/" + PERIOD_SECONDS + "s");
  int BATCH = 25;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  default void admitted_whenTheClockStepsForward_isOverByNoMoreThanTheRateGives(
      Algorithm algorithm) {
    AtomicLong time = new AtomicLong(START);
    try (JdbcStore store = store(time::get, "forward-" + algorithm)) {
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
    try (JdbcStore store = store(time::get, "slow-" + algorithm)) {
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
    try (JdbcStore store = store(time::get, "back-" + algorithm)) {
      Limit limit = Limit.of(algorithm, SHORT);
      long before = admitted(store, limit);
      time.addAndGet(-STEP);
      long minted = admitted(store, limit);
      for (long passed = 0; passed < STEP; passed += SECOND) {
        time.addAndGet(SECOND);
        minted += admitted(store, limit);
        join(store.sweep());
      }

      assertThat(before).isEqualTo(AMOUNT);
      assertThat(minted).as("admitted twice at the same time").isZero();
    }
  }

  /** Sends requests until one is denied; returns how many units were admitted. */
  private static long admitted(JdbcStore store, Limit limit) {
    long sum = 0;
    for (long last = BATCH; last == BATCH; sum += last) {
      List<Verdicts> requests =
          Stream.generate(() -> new Verdicts(Requests.one(limit, "hot"))).limit(BATCH).toList();
      join(store.decideAll(requests));
      last = requests.stream().filter(Verdicts::admitted).count();
    }
    return sum;
  }
}
