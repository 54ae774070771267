package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The contract of bounds: no window of a history exceeds the published bound. */
interface BoundsContract extends StoreFixture {
  long SECOND = 1_000_000_000L;

  @Test
  default void fixedWindow_inAnySecond_admitsAtMostTwiceTheLimit() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "50/1s");
    assertThat(record(limit).mostWithin(SECOND)).isBetween(50L, 100L);
  }

  @Test
  default void slidingCounter_inAnySecond_admitsLessThanTwiceTheLimit() {
    Limit limit = limit(Algorithm.SLIDING_WINDOW_COUNTER, "50/1s");
    assertThat(record(limit).mostWithin(SECOND)).isBetween(50L, 99L);
  }

  @Test
  default void logs_inAnySecond_admitAtMostTheLimit() {
    for (Algorithm algorithm : List.of(Algorithm.SLIDING_WINDOW_LOG, Algorithm.CONCURRENCY)) {
      History history = record(limit(algorithm, "50/1s"));
      assertThat(history.mostWithin(SECOND)).as("within a second of %s", algorithm).isEqualTo(50);
    }
  }

  /** Requests with lagging clocks, some of them settled for less: no order admits more. */
  @Test
  default void logs_whenRequestsComeOutOfOrder_admitAtMostTheLimit() {
    for (Algorithm algorithm : List.of(Algorithm.SLIDING_WINDOW_LOG, Algorithm.CONCURRENCY)) {
      Limit limit = limit(algorithm, "50/1s");
      for (int seed = 0; seed < 4; seed++) {
        assertThat(outOfOrder(limit, new Random(seed)).mostWithin(SECOND))
            .as("within a second of %s, seed %s", algorithm, seed)
            .isBetween(40L, 50L);
      }
    }
  }

  private History outOfOrder(Limit limit, Random random) {
    Key key = StoreDriver.key("lag");
    History history = new History();
    try (StoreDriver store = open()) {
      long clock = NOON;
      for (int i = 0; i < times(4000); i++) {
        clock += random.nextInt(20_000_000);
        store.at(clock - (random.nextBoolean() ? 0 : random.nextInt(300_000_000)));
        long cost = 1L + random.nextInt(3);
        Charges charges = store.start().reserve("lag-" + i, SECOND);
        charges.add(key, 0, limit, cost);
        Verdicts answer = store.decide(charges);
        if (answer.admitted()) {
          boolean settles = random.nextInt(4) == 0;
          history.add(answer.get(0).bookedAt(), settles ? 0 : cost);
          if (settles) {
            store.settle("lag-" + i, 0);
          }
        }
      }
    }
    return history;
  }

  @Test
  default void buckets_inAnyTime_admitAtMostBurstAndRate() {
    for (Algorithm algorithm :
        List.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET, Algorithm.GCRA)) {
      for (long amount : new long[] {50, 70}) {
        Limit limit = Limit.of(algorithm, limit(algorithm, amount + "/1s").rate().withBurst(20));
        History history = record(limit);
        assertThat(history.mostWithin(SECOND)).as("%s within a second", limit).isGreaterThan(20);
        for (long nanos : new long[] {0, 1, SECOND / 100, SECOND / 3, SECOND, 3 * SECOND}) {
          assertThat(history.mostWithin(nanos + 1))
              .as("%s within %s ns", limit, nanos)
              .isLessThanOrEqualTo(20 + amount * nanos / SECOND);
        }
      }
    }
  }

  /**
   * Returns the units that eight threads were admitted over about ten seconds of a clock that all
   * of them move.
   */
  private History record(Limit limit) {
    Key key = StoreDriver.key("bound");
    AtomicLong clock = new AtomicLong(NOON);
    History all = new History();
    try (StoreDriver store = open()) {
      Together.run(8, thread -> record(store, key, limit, clock, new Random(thread)))
          .forEach(all::addAll);
    }
    return all;
  }

  private History record(StoreDriver store, Key key, Limit limit, AtomicLong clock, Random random) {
    History history = new History();
    for (int i = 0; i < times(4000); i++) {
      long now =
          clock.addAndGet(
              random.nextInt(100) == 0 ? random.nextInt(20_000_000) : random.nextInt(20_000));
      timeIs(now);
      Charges charges = new Charges().start(now);
      Charge charge = charges.add(key, 0, limit, 1 + random.nextInt(3));
      Verdicts answer = store.decide(charges);
      if (answer.admitted()) {
        history.add(answer.get(0).bookedAt(), charge.cost());
      }
    }
    return history;
  }

  @Test
  default void waiting_asLongAsTold_makesTheSameRequestPassAndNoSooner() {
    Random random = new Random(3);
    for (Algorithm algorithm : Algorithm.values()) {
      for (String rate : List.of("1/1s", "3/1s", "7/1m", "10/1s", "60/1m", "1000/1h")) {
        Limit limit = limit(algorithm, rate);
        try (StoreDriver store = open()) {
          Key key = StoreDriver.key("waiting");
          for (int i = 0; i < times(240); i++) {
            store.advance(random.nextLong(limit.rate().period().nanos() / 4));
            store.charge(key, limit, 1 + random.nextLong(limit.capacity()));
            passesAfterTheWait(store, key, limit, 1 + random.nextLong(limit.capacity()));
          }
        }
      }
    }
  }

  private static void passesAfterTheWait(StoreDriver store, Key key, Limit limit, long cost) {
    ChargeAnswer answer = store.charge(key, limit, cost);
    if (!answer.allowed()) {
      assertThat(answer.waitNanos()).isPositive().isNotEqualTo(Limit.NEVER);
      store.advance(answer.waitNanos() - 1);
      ChargeAnswer early = store.charge(key, limit, cost);
      assertThat(early.allowed()).as("%s of %s a nanosecond early", cost, limit).isFalse();
      assertThat(early.waitNanos()).isEqualTo(1);
      store.advance(1);
      assertThat(store.charge(key, limit, cost).allowed()).as("%s of %s", cost, limit).isTrue();
    }
  }
}
