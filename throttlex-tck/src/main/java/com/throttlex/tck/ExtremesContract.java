package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.key.Key;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of extremes: the slowest, fastest and largest limits neither overflow nor become
 * negative, now and in 2100.
 */
interface ExtremesContract extends StoreFixture {
  Key EXTREME = StoreDriver.key("extreme");

  private static List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      boolean log = algorithm == Algorithm.SLIDING_WINDOW_LOG || algorithm == Algorithm.CONCURRENCY;
      long most = log ? SlidingLog.MAX_AMOUNT : Rate.MAX_AMOUNT;
      limits.add(Limit.of(algorithm, Rate.of(1, Duration.ofDays(365))));
      limits.add(Limit.of(algorithm, Rate.of(1, Period.LONGEST)));
      limits.add(
          Limit.of(algorithm, Rate.of(Math.min(most, 1_000_000_000), Duration.ofSeconds(1))));
      limits.add(Limit.of(algorithm, Rate.of(Math.min(most, 1_000_000), Period.SHORTEST)));
      limits.add(Limit.of(algorithm, Rate.of(most, Period.LONGEST)));
    }
    limits.add(Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(Rate.MAX_AMOUNT + "/month")));
    return limits;
  }

  private static List<Long> times() {
    return List.of(NOON, ManualClock.nanos(Instant.parse("2100-12-31T23:59:59.999999999Z")));
  }

  @Test
  default void limit_atItsExtreme_admitsItsCapacityAndNoMore() {
    for (long now : times()) {
      for (Limit limit : limits()) {
        try (StoreDriver store = open(now)) {
          assertThat(store.charge(EXTREME, limit, limit.capacity()).allowed())
              .as("all of %s", limit)
              .isTrue();
          ChargeAnswer denied = store.charge(EXTREME, limit, 1);
          assertThat(denied.allowed()).as("more of %s", limit).isFalse();
          isSane(denied, now);
          store.advance(denied.waitNanos() - 1);
          assertThat(store.ask(EXTREME, limit, 1).allowed()).as("%s too early", limit).isFalse();
          store.advance(1);
          assertThat(store.charge(EXTREME, limit, 1).allowed()).as("%s in time", limit).isTrue();
        }
      }
    }
  }

  private static void isSane(ChargeAnswer answer, long now) {
    assertThat(answer.remaining()).isNotNegative();
    assertThat(answer.resetAt()).isGreaterThanOrEqualTo(now);
    assertThat(answer.waitNanos()).isPositive();
  }

  @Test
  default void cost_beyondTheCapacity_isNeverAdmitted() {
    for (Limit limit : limits()) {
      for (long cost : new long[] {limit.capacity() + 1, 1L << 53, 1L << 62, Long.MAX_VALUE}) {
        try (StoreDriver store = open()) {
          ChargeAnswer denied = store.charge(EXTREME, limit, cost);
          assertThat(denied.allowed()).as("%s of %s", cost, limit).isFalse();
          assertThat(denied.waitNanos()).isEqualTo(Limit.NEVER);
          assertThat(denied.remaining()).isEqualTo(limit.capacity());
        }
      }
    }
  }

  @Test
  default void settlements_ofEnormousCosts_deplete() {
    for (long now : times()) {
      for (Limit limit : limits()) {
        for (long cost : new long[] {1_000_000_000_000_000L, 1L << 61, Long.MAX_VALUE}) {
          if (limit.algorithm() != Algorithm.CONCURRENCY) {
            settlesTo(cost, limit, now);
          }
        }
      }
    }
  }

  /** Makes many charges, and settles all of them upwards to the largest cost. */
  private void settlesTo(long cost, Limit limit, long now) {
    long charges = Math.min(times(100), limit.capacity());
    try (StoreDriver store = open(now)) {
      for (int i = 0; i < charges; i++) {
        Part part = new Part("extreme", 0, limit, 1);
        store.decide(Request.of(part).reserving("work-" + i, 1_000_000_000L));
      }
      for (int i = 0; i < charges; i++) {
        assertThat(store.settle("work-" + i, cost)).hasToString("SETTLED");
        ChargeAnswer denied = store.ask(EXTREME, limit, 1);
        assertThat(denied.allowed()).as("%s after %s to %s", limit, i + 1, cost).isFalse();
        isSane(denied, now);
      }
    }
  }

  @Test
  default void debt_underTheLongestSlidingCounter_isStillOwedInTheNextWindow() {
    Limit limit =
        Limit.of(Algorithm.SLIDING_WINDOW_COUNTER, Rate.of(Rate.MAX_AMOUNT, Period.LONGEST));
    for (long cost : new long[] {1_000_000_000_000_000L, 1L << 57, 1L << 61, Long.MAX_VALUE}) {
      try (StoreDriver store = open()) {
        store.reserve("work", Duration.ofMinutes(5), EXTREME, limit, 1);
        store.settle("work", cost);
        store.advance(Period.LONGEST);
        for (int year = 0; year < 30; year++) {
          assertThat(store.ask(EXTREME, limit, 1).allowed())
              .as("a debt of %s after %s more years", cost, year)
              .isFalse();
          store.advance(Duration.ofDays(365));
        }
      }
    }
  }
}
