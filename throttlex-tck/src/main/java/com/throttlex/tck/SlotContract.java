package com.throttlex.tck;

import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Store;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of concurrency slots: a slot is held until it is settled or expires. */
interface SlotContract extends StoreFixture {
  Key SLOTS = StoreDriver.key("slots");
  Duration HELD = Duration.ofSeconds(30);

  @Test
  default void slot_whenSettled_isFreeAgainWhateverTheCost() {
    Limit limit = limit(Algorithm.CONCURRENCY, "2/30s");
    for (long cost : new long[] {Store.AS_CHARGED, 0, 1, 7}) {
      try (StoreDriver store = open()) {
        assertThat(store.reserve("one", HELD, SLOTS, limit, 1).allowed()).isTrue();
        assertThat(store.reserve("two", HELD, SLOTS, limit, 1).allowed()).isTrue();
        assertThat(store.reserve("three", HELD, SLOTS, limit, 1).allowed()).isFalse();
        assertThat(store.settle("one", cost)).isEqualTo(SETTLED);
        assertThat(store.settle("one", cost)).isEqualTo(ALREADY_SETTLED);
        assertThat(store.reserve("four", HELD, SLOTS, limit, 1).allowed()).isTrue();
        assertThat(store.reserve("five", HELD, SLOTS, limit, 1).allowed()).isFalse();
      }
    }
  }

  @Test
  default void slot_ofADeadHolder_returnsWhenThePeriodEnds() {
    Limit limit = limit(Algorithm.CONCURRENCY, "1/30s");
    try (StoreDriver store = open()) {
      store.reserve("dead", HELD, SLOTS, limit, 1);
      store.advance(HELD).advance(-1);
      ChargeAnswer denied = store.reserve("early", HELD, SLOTS, limit, 1);
      assertThat(denied.allowed()).isFalse();
      assertThat(denied.waitNanos()).isEqualTo(1);
      store.advance(1);
      assertThat(store.reserve("next", HELD, SLOTS, limit, 1).allowed()).isTrue();
      store.settle("dead", 0);
      assertThat(store.reserve("too-many", HELD, SLOTS, limit, 1).allowed()).isFalse();
    }
  }

  @Test
  default void slots_takenAndFreedByManyThreads_areNeverMoreThanTheLimit() {
    Limit limit = limit(Algorithm.CONCURRENCY, "5/30s");
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (StoreDriver store = open()) {
      long worked =
          Together.sum(
              16,
              thread -> {
                long admitted = 0;
                for (int i = 0; i < times(1600); i++) {
                  String name = thread + "-" + i;
                  if (store.reserve(name, HELD, SLOTS, limit, 1).allowed()) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    admitted++;
                    inside.decrementAndGet();
                    store.settle(name, Store.AS_CHARGED);
                  }
                }
                return admitted;
              });
      assertThat(worked).isPositive();
      assertThat(most).hasValueLessThanOrEqualTo(5);
      assertThat(store.ask(SLOTS, limit, 1).remaining()).as("slots free at the end").isEqualTo(5);
    }
  }
}
