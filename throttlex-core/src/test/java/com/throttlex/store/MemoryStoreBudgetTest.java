package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget.Table;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Tests a store in memory when a table has used up its budget. */
class MemoryStoreBudgetTest {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /** A heap of 4 MB shares out half a megabyte: a thousand keys and 270 reservations. */
  private static final MemoryBudget BUDGET = MemoryBudget.ofHeap(4 << 20);

  private final MemoryStore store = new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, BUDGET);

  private static Limit limit(Algorithm algorithm, String rate) {
    return Limit.of(algorithm, Rate.parse(rate));
  }

  private Verdicts decide(Charges charges) {
    return store.decide(charges).toCompletableFuture().join();
  }

  private boolean charge(String key, Limit limit, long now) {
    Charges charges = new Charges().start(now);
    charges.add(Key.of("rule|user=" + key, key), 0, limit, 1);
    return decide(charges).admitted();
  }

  private boolean reserve(String name, String key, Limit limit) {
    Charges charges = new Charges().start(NOW).reserve(name, 300 * SECOND);
    charges.add(Key.of("rule|user=" + key, key), 0, limit, 1);
    return decide(charges).admitted();
  }

  private Settlement settle(String name) {
    return store.settle(name, 0, NOW).toCompletableFuture().join();
  }

  private MemoryUse use(Table table) {
    return store.memory().stream().filter(use -> use.table() == table).findFirst().orElseThrow();
  }

  @Test
  void keys_ofAFlood_takeTheirBudgetAndNoMore() {
    Limit daily = limit(Algorithm.FIXED_WINDOW, "5/1d");
    int admitted = 0;
    for (int i = 0; i < 10_000; i++) {
      admitted += charge("k" + i, daily, NOW) ? 1 : 0;
    }
    MemoryUse use = use(Table.KEYS);
    assertThat(use.bytes()).isBetween(use.budget(), use.budget() + MemoryStore.KEY_BYTES);
    assertThat(admitted)
        .as("keys with a counter, and one for all others")
        .isEqualTo(use.budget() / 64 + 5);
  }

  @Test
  void reservations_ofAFlood_takeTheirBudgetAndTheLatestCanBeSettled() {
    Limit daily = limit(Algorithm.FIXED_WINDOW, "1000000/1d");
    for (int i = 0; i < 10_000; i++) {
      reserve("r" + i, "u" + i % 100, daily);
    }
    MemoryUse use = use(Table.RESERVATIONS);
    assertThat(use.bytes()).isLessThanOrEqualTo(use.budget());
    for (int i = 9_950; i < 10_000; i++) {
      assertThat(settle("r" + i)).isEqualTo(Settlement.SETTLED);
    }
    assertThat(settle("r0")).isEqualTo(Settlement.UNKNOWN);
  }

  @Test
  void slot_takenBeforeAFloodOfReservations_canStillBeFreed() {
    Limit slots = limit(Algorithm.CONCURRENCY, "1/1h");
    assertThat(reserve("holder", "worker", slots)).isTrue();
    Limit daily = limit(Algorithm.FIXED_WINDOW, "1000000/1d");
    for (int i = 0; i < 10_000; i++) {
      reserve("r" + i, "u" + i % 100, daily);
    }
    assertThat(charge("worker", slots, NOW)).isFalse();
    assertThat(settle("holder")).isEqualTo(Settlement.SETTLED);
    assertThat(charge("worker", slots, NOW)).isTrue();
  }

  @Test
  void briefReservations_thatAreSettled_takeNoMemory() {
    Limit daily = limit(Algorithm.FIXED_WINDOW, "1000000/1d");
    for (int i = 0; i < 100; i++) {
      reserve("~r" + i, "u", daily);
      assertThat(settle("~r" + i)).isEqualTo(Settlement.SETTLED);
    }
    assertThat(use(Table.RESERVATIONS).bytes()).isZero();
  }

  @Test
  void keptAnswers_ofAFlood_takeTheirBudgetAndTheLatestAreRepeated() {
    Limit daily = limit(Algorithm.FIXED_WINDOW, "1000000/1d");
    for (int i = 0; i < 10_000; i++) {
      assertThat(answer("again-" + i, daily)).isEqualTo(1_000_000 - i - 1);
    }
    MemoryUse use = use(Table.REPLAYS);
    assertThat(use.bytes()).isBetween(use.budget() / 2, use.budget());
    assertThat(answer("again-9999", daily)).as("the same answer").isEqualTo(1_000_000 - 10_000);
  }

  private long answer(String replayKey, Limit limit) {
    Charges charges = new Charges().start(NOW).replayKey(replayKey);
    charges.add(Key.of("rule|user=one", "one"), 0, limit, 1);
    return decide(charges).get(0).remaining();
  }

  @Test
  void logs_withoutMemoryToGrow_neverAdmitMoreThanTheirLimit() {
    Limit log = limit(Algorithm.SLIDING_WINDOW_LOG, "1000/10s");
    Deque<Long> admitted = new ArrayDeque<>();
    int most = 0;
    int all = 0;
    for (int i = 0; i < 60_000; i++) {
      long now = NOW + i * (SECOND / 1000);
      charge("flood-" + i % 200, log, now);
      if (charge("one", log, now)) {
        admitted.add(now);
        all++;
      }
      while (admitted.getFirst() <= now - 10 * SECOND) {
        admitted.removeFirst();
      }
      most = Math.max(most, admitted.size());
    }
    MemoryUse use = use(Table.LOGS);
    assertThat(use.bytes()).isBetween(use.budget() / 2, use.budget());
    assertThat(most).as("admitted in 10 s").isLessThanOrEqualTo(1000);
    assertThat(all).as("of 6000 that an exact log admits").isGreaterThan(3000);
  }

  @Test
  void slots_inALogThatCannotGrow_areFreedByThoseWhoHoldThem() {
    Limit log = limit(Algorithm.SLIDING_WINDOW_LOG, "1000/1h");
    for (int i = 0; i < 100_000; i++) {
      charge("flood-" + i % 100, log, NOW + i);
    }
    Limit slots = limit(Algorithm.CONCURRENCY, "100/1h");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 100; i++) {
        Charges charges =
            new Charges().start(NOW + i).reserve("s" + round + "-" + i, 3600 * SECOND);
        charges.add(Key.of("slots|user=w", "w"), 0, slots, 1);
        assertThat(decide(charges).admitted()).as("slot %s of round %s", i, round).isTrue();
      }
      assertThat(charge(slots)).isFalse();
      for (int i = 0; i < 100; i++) {
        assertThat(settle("s" + round + "-" + i)).isEqualTo(Settlement.SETTLED);
      }
    }
    assertThat(charge(slots)).as("all slots are free").isTrue();
  }

  private boolean charge(Limit slots) {
    Charges charges = new Charges().start(NOW + SECOND);
    charges.add(Key.of("slots|user=w", "w"), 0, slots, 1);
    return decide(charges).admitted();
  }

  @Test
  void logs_thatAreWhole_makeRoomForOthers() {
    Limit log = limit(Algorithm.SLIDING_WINDOW_LOG, "1000/1s");
    for (int i = 0; i < 100_000; i++) {
      charge("early-" + i % 100, log, NOW + i);
    }
    MemoryUse full = use(Table.LOGS);
    assertThat(full.bytes()).isGreaterThan(full.budget() / 2);
    for (int i = 0; i < 3000; i++) {
      charge("late-" + i % 20, log, NOW + 100 * SECOND + i);
    }
    assertThat(use(Table.LOGS).bytes()).isLessThan(full.bytes());
  }

  @Test
  void budget_ofSeveralStores_isDividedAmongThem() {
    MemoryBudget whole = MemoryBudget.ofHeap(512L << 20);
    for (Table table : Table.values()) {
      assertThat(3 * whole.dividedBy(3).of(table)).isBetween(1L, whole.of(table));
    }
  }
}
