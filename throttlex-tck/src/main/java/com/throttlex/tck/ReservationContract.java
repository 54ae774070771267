package com.throttlex.tck;

import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static com.throttlex.store.Settlement.UNKNOWN;
import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of reservations: a reserved charge is corrected once, to the real cost. */
interface ReservationContract extends StoreFixture {
  Key KEY = StoreDriver.key("reserved");
  Duration LENGTH = Duration.ofMinutes(5);

  /** Returns a limit of each algorithm except concurrency. */
  private static List<Limit> rates(String rate) {
    return List.of(
        limit(Algorithm.TOKEN_BUCKET, rate),
        limit(Algorithm.LEAKY_BUCKET, rate),
        limit(Algorithm.GCRA, rate),
        limit(Algorithm.FIXED_WINDOW, rate),
        limit(Algorithm.SLIDING_WINDOW_COUNTER, rate),
        limit(Algorithm.SLIDING_WINDOW_LOG, rate));
  }

  @Test
  default void settlement_lowerHigherOrZero_correctsTheCharge() {
    for (Limit limit : rates("100/1h")) {
      settles(limit, 10, 4, 96);
      settles(limit, 10, 0, 100);
      settles(limit, 10, 10, 90);
      settles(limit, 10, 25, 75);
      settles(limit, 10, 1000, 0);
      settles(limit, 10, Store.AS_CHARGED, 90);
    }
  }

  private void settles(Limit limit, long cost, long settled, long left) {
    try (StoreDriver store = open()) {
      store.reserve("work", LENGTH, KEY, limit, cost);
      assertThat(store.settle("work", settled)).isEqualTo(SETTLED);
      assertThat(store.ask(KEY, limit, 1).remaining())
          .as("left of %s after %s became %s", limit, cost, settled)
          .isEqualTo(left);
    }
  }

  @Test
  default void settlement_sentAgain_changesNothing() {
    for (Limit limit : rates("100/1h")) {
      for (long settled : new long[] {0, 3, 40}) {
        try (StoreDriver store = open()) {
          store.charge(KEY, limit, 30);
          store.reserve("work", LENGTH, KEY, limit, 10);
          assertThat(store.settle("work", settled)).isEqualTo(SETTLED);
          for (int i = 0; i < 5; i++) {
            assertThat(store.settle("work", settled)).isEqualTo(ALREADY_SETTLED);
          }
          assertThat(store.ask(KEY, limit, 1).remaining())
              .as("left of %s", limit)
              .isEqualTo(70 - settled);
        }
      }
    }
  }

  @Test
  default void settlement_ofABriefReservation_correctsTheChargeOnceAndRemovesIt() {
    for (Limit limit : rates("100/1h")) {
      for (long settled : new long[] {0, 3, Store.AS_CHARGED}) {
        try (StoreDriver store = open()) {
          store.charge(KEY, limit, 30);
          store.reserve("~work", LENGTH, KEY, limit, 10);
          List<Settlement> settlements = Together.run(8, thread -> store.settle("~work", settled));
          assertThat(Collections.frequency(settlements, SETTLED)).isEqualTo(1);
          assertThat(store.settle("~work", 50)).as("it is gone").isEqualTo(UNKNOWN);
          assertThat(store.ask(KEY, limit, 1).remaining())
              .as("left of %s after 10 became %s", limit, settled)
              .isEqualTo(70 - (settled == Store.AS_CHARGED ? 10 : settled));
        }
      }
    }
  }

  @Test
  default void settlement_from32ThreadsAtOnce_isAppliedOnce() {
    for (Limit limit : rates("1000/1h")) {
      try (StoreDriver store = open()) {
        store.charge(KEY, limit, 100);
        for (int round = 0; round < Math.min(10, times(48)); round++) {
          String name = "work-" + round;
          store.reserve(name, LENGTH, KEY, limit, 10);
          List<Settlement> settlements = Together.run(32, thread -> store.settle(name, 4));
          assertThat(Collections.frequency(settlements, SETTLED)).isEqualTo(1);
          assertThat(Collections.frequency(settlements, ALREADY_SETTLED)).isEqualTo(31);
          assertThat(store.ask(KEY, limit, 1).remaining())
              .as("left of %s", limit)
              .isEqualTo(900 - 4 * (round + 1));
        }
      }
    }
  }

  @Test
  default void settlement_ofWhatWasNeverReserved_isUnknown() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1h");
    try (StoreDriver store = open()) {
      assertThat(store.settle("nobody", 1)).isEqualTo(UNKNOWN);
      store.reserve("denied", LENGTH, KEY, limit, 11);
      assertThat(store.settle("denied", 0)).isEqualTo(UNKNOWN);
      store.decide(
          Request.of(new Part("reserved", 0, limit, 1))
              .asDryRun()
              .reserving("asked", LENGTH.toNanos()));
      assertThat(store.settle("asked", 0)).isEqualTo(UNKNOWN);
    }
  }

  @Test
  default void settlement_afterTheReservationEnded_isUnknownAndTheChargeStands() {
    for (Limit limit : rates("10/1d")) {
      try (StoreDriver store = open()) {
        store.reserve("in-time", LENGTH, KEY, limit, 2);
        store.reserve("late", LENGTH, KEY, limit, 3);
        store.advance(LENGTH).advance(-1);
        assertThat(store.settle("in-time", 2)).isEqualTo(SETTLED);
        store.advance(1);
        assertThat(store.settle("late", 0)).isEqualTo(UNKNOWN);
        assertThat(store.ask(KEY, limit, 1).remaining()).as("left of %s", limit).isEqualTo(5);
      }
    }
  }

  @Test
  default void settlement_overSeveralLimits_correctsAllThatWereCharged() {
    for (Limit limit : rates("10/1h")) {
      try (StoreDriver store = open()) {
        Limit narrow = limit(Algorithm.FIXED_WINDOW, "1/1h");
        store.decide(
            Request.of(
                    new Part("reserved", 0, limit, 4),
                    new Part("other", 0, limit, 4),
                    new Part("shadow", 0, narrow, 4, 1, true, 0))
                .reserving("work", LENGTH.toNanos()));
        assertThat(store.settle("work", 1)).isEqualTo(SETTLED);
        assertThat(store.ask(KEY, limit, 1).remaining()).isEqualTo(9);
        assertThat(store.ask(StoreDriver.key("other"), limit, 1).remaining()).isEqualTo(9);
        assertThat(store.ask(StoreDriver.key("shadow"), narrow, 1).remaining()).isEqualTo(1);
      }
    }
  }

  @Test
  default void refund_afterAReset_givesNothingBack() {
    for (Limit limit : rates("10/1h")) {
      try (StoreDriver store = open()) {
        store.reserve("work", LENGTH, KEY, limit, 4);
        assertThat(store.reset(KEY, 0)).isTrue();
        store.charge(KEY, limit, 5);
        assertThat(store.settle("work", 0)).isEqualTo(SETTLED);
        assertThat(store.ask(KEY, limit, 1).remaining()).as("left of %s", limit).isEqualTo(5);
      }
    }
  }

  @Test
  default void refund_afterTheLimitChanged_isGivenBackUnderTheNewOne() {
    for (Limit before : rates("10/1h")) {
      for (Limit after : rates("20/2h")) {
        try (StoreDriver store = open()) {
          store.charge(KEY, before, 1);
          store.reserve("work", LENGTH, KEY, before, 4);
          store.charge(KEY, after, 1);
          assertThat(store.settle("work", 1)).isEqualTo(SETTLED);
          assertThat(store.ask(KEY, after, 1).remaining())
              .as("left after %s became %s", before, after)
              .isEqualTo(17);
        }
      }
    }
  }
}
