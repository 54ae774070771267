package com.throttlex.shared;

import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static com.throttlex.store.Settlement.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.FaultyStore.Fault;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ShardedStoreTest {
  private final ShardLab lab = new ShardLab();

  @Test
  void shards_withoutAnyOrWithOneNameTwice_areRefused() {
    ShardedStore.Shard shard = new ShardedStore.Shard("db-1/limits", new MemoryStore());
    assertThatThrownBy(() -> new ShardedStore(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shards: none (expected: at least one)");
    assertThatThrownBy(() -> new ShardedStore(List.of(shard, shard)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shards: db-1/limits twice (expected: each name once)");
    assertThatThrownBy(() -> new ShardedStore.Shard(" ", new MemoryStore()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name: ' ' (expected: not blank)");
  }

  @Test
  void request_inOneShard_isPassedOnAsItIs() {
    HeldStore held = new HeldStore();
    ShardedStore store = new ShardedStore(List.of(new ShardedStore.Shard("only", held)));
    Charges charges = lab.charges(1, 0);
    CompletionStage<Verdicts> decided = store.decide(charges);
    assertThat(held.batch(0).requests().get(0).charges()).isSameAs(charges);
    held.answer(0);
    assertThat(decided).isCompletedWithValue(held.batch(0).requests().get(0));
    assertThat(lab.faulty.get(1).asked).hasValue(0);
  }

  @Test
  void request_overShardsThatAllAllow_chargesAll() {
    Verdicts answer = lab.decide(lab.charges(4, 0, 1, 2));
    for (int shard = 0; shard < 3; shard++) {
      assertThat(answer.get(shard).allowed()).isTrue();
      assertThat(answer.get(shard).remaining()).isEqualTo(6);
      assertThat(lab.left(shard)).isEqualTo(6);
    }
    assertThat(answer.reservation()).isNull();
  }

  @Test
  void request_thatOneShardDenies_chargesNone() {
    lab.decide(lab.charges(8, 1));
    Verdicts answer = lab.decide(lab.charges(4, 0, 1, 2));
    assertThat(answer.admitted()).isFalse();
    assertThat(List.of(answer.get(0).allowed(), answer.get(1).allowed()))
        .containsExactly(true, false);
    assertThat(List.of(answer.get(0).remaining(), answer.get(1).remaining()))
        .containsExactly(10L, 2L);
    assertThat(List.of(lab.left(0), lab.left(1), lab.left(2))).containsExactly(10L, 2L, 10L);
  }

  @Test
  void request_thatOnlyAsks_chargesAndReservesNothing() {
    for (Charges asks : List.of(lab.charges(3, 0, 1).dryRun(), lab.charges(0, 0, 1))) {
      Verdicts answer = lab.decide(asks);
      assertThat(answer.admitted()).isTrue();
      assertThat(answer.get(1).remaining()).isEqualTo(10);
    }
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(10L, 10L);
  }

  @Test
  void shadowRule_thatOneShardDenies_isChargedInNoneWhileTheOthersAre() {
    lab.decide(lab.charges(9, 1));
    Charges charges = lab.start();
    charges.add(lab.key(0, 1), 0, ShardLab.TEN, 2, 0, GuardLab.terms(FailureMode.LOCAL));
    charges.add(lab.key(0, 0), 0, ShardLab.TEN, 2, 1, GuardLab.shadow(FailureMode.LOCAL));
    charges.add(lab.key(1, 0), 0, ShardLab.TEN, 2, 1, GuardLab.shadow(FailureMode.LOCAL));
    Verdicts answer = lab.decide(charges);
    assertThat(answer.admitted()).isTrue();
    assertThat(answer.get(0).remaining()).isEqualTo(8);
    assertThat(answer.get(1).remaining()).isEqualTo(10);
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(10L, 1L);
  }

  @Test
  void slots_takenForARequestThatIsDenied_areFreeAgain() {
    Limit slots = Limit.of(Algorithm.CONCURRENCY, Rate.parse("1/30s"));
    Charges charges = lab.charges(11, 0);
    charges.add(lab.key(1, 1), 0, slots, 1);
    assertThat(lab.decide(charges).admitted()).isFalse();
    Charges next = lab.start();
    next.add(lab.key(1, 1), 0, slots, 1);
    assertThat(lab.decide(next).admitted()).isTrue();
  }

  @Test
  void reservation_overSeveralShards_isSettledInAllOnce() {
    Verdicts answer = lab.decide(lab.charges(4, 0, 1).reserve("work", 60_000_000_000L));
    assertThat(answer.reservation()).startsWith("work");
    assertThat(lab.settle("work", 1)).isEqualTo(UNKNOWN);
    assertThat(lab.settle(answer.reservation(), 1)).isEqualTo(SETTLED);
    assertThat(lab.settle(answer.reservation(), 0)).isEqualTo(ALREADY_SETTLED);
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(9L, 9L);
  }

  @Test
  void reservation_ofARequestThatIsDenied_isUnknown() {
    Charges charges = lab.charges(4, 0).reserve("work", 60_000_000_000L);
    charges.add(lab.key(1, 0), 0, ShardLab.TEN, 11);
    Verdicts answer = lab.decide(charges);
    assertThat(lab.settle(answer.reservation(), 1)).isEqualTo(UNKNOWN);
    assertThat(lab.left(0)).isEqualTo(10);
  }

  @Test
  void reservation_ofANameThatIsInUse_takesNothingOfTheOtherBack() {
    Verdicts stands = lab.decide(lab.charges(4, 0, 1).reserve("work", 60_000_000_000L));
    Charges denied = lab.charges(4, 0).reserve("work", 60_000_000_000L);
    denied.add(lab.key(1, 0), 0, ShardLab.TEN, 11);
    assertThat(lab.decide(denied).admitted()).isFalse();
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(6L, 6L);
    Verdicts again = lab.decide(lab.charges(3, 0, 1).reserve("work", 60_000_000_000L));
    assertThat(lab.settle(again.reservation(), 1)).isEqualTo(SETTLED);
    assertThat(lab.settle(stands.reservation(), 0)).isEqualTo(SETTLED);
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(9L, 9L);
  }

  @Test
  void shard_thatIsDown_failsOnlyRequestsWithAKeyInIt() {
    for (Fault fault : List.of(Fault.DOWN, Fault.FAILING)) {
      lab.faulty.get(1).fault = fault;
      assertThat(lab.decide(lab.charges(1, 0)).admitted()).isTrue();
      assertThat(lab.decide(lab.charges(1, 0, 2)).admitted()).isTrue();
      long left = lab.left(0);
      for (Charges charges : List.of(lab.charges(1, 1), lab.charges(2, 0, 1))) {
        assertThat(lab.store.decide(charges))
            .failsWithin(Duration.ZERO)
            .withThrowableThat()
            .withCauseInstanceOf(StoreUnavailableException.class);
      }
      assertThat(lab.left(0)).as("what is left where it was charged").isEqualTo(left);
    }
  }

  @Test
  void shard_thatIsDownBehindABreaker_degradesOnlyRequestsWithAKeyInIt() {
    ShardLab guarded =
        new ShardLab(
            shard ->
                new SharedStore(
                    "shard", new TestConnection(shard), SharedSettings.of(new SystemTime())));
    try (guarded.store) {
      guarded.faulty.get(1).fault = Fault.DOWN;
      for (int i = 0; i < 5; i++) {
        assertThat(guarded.decide(guarded.charges(1, 0)).isDegraded()).isFalse();
        Verdicts across = guarded.decide(guarded.charges(1, 0, 1));
        assertThat(across.isDegraded()).isTrue();
        assertThat(across.admitted()).isTrue();
      }
      assertThat(guarded.left(0)).isZero();
      assertThat(guarded.decide(guarded.charges(1, 1)).get(0).remaining()).isEqualTo(4);
      assertThat(guarded.decide(guarded.charges(3, 0, 1)).admitted()).isFalse();
      assertThat(guarded.decide(guarded.charges(4, 1)).admitted())
          .as("what the node had left for the shard, with the denied request's taken back")
          .isTrue();
    }
  }

  @Test
  void counter_isLookedAtAndResetInItsShard() {
    lab.decide(lab.charges(4, 0, 1));
    assertThat(lab.store.inspect(lab.key(0, 0), 0, lab.time.nanos()).toCompletableFuture().join())
        .hasValueSatisfying(status -> assertThat(status.remaining()).isEqualTo(6));
    assertThat(lab.store.reset(lab.key(0, 0), 0, lab.time.nanos()).toCompletableFuture().join())
        .isTrue();
    assertThat(List.of(lab.left(0), lab.left(1))).containsExactly(10L, 6L);
  }

  @Test
  void close_whenOneFailsTo_closesAllShards() {
    HeldStore one = new HeldStore();
    HeldStore other = new HeldStore();
    ForwardingStore failing =
        new ForwardingStore(new MemoryStore()) {
          @Override
          public void close() {
            throw new IllegalStateException("stuck");
          }
        };
    ShardedStore store =
        new ShardedStore(
            List.of(
                new ShardedStore.Shard("a", one),
                new ShardedStore.Shard("b", failing),
                new ShardedStore.Shard("c", other)));
    assertThatThrownBy(store::close).hasMessage("stuck");
    assertThat(one.closed && other.closed).isTrue();
  }
}
