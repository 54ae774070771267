package com.throttlex.shared;

import static com.throttlex.shared.GuardLab.key;
import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static com.throttlex.store.Settlement.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuardSettlementTest {
  private static final long FIVE_MINUTES = Duration.ofMinutes(5).toNanos();

  private final GuardLab lab = new GuardLab();

  private Verdicts reserve(String name, String key, FailureMode mode) {
    return lab.decide(lab.charges(key, mode).reserve(name, FIVE_MINUTES));
  }

  @Test
  void reservation_madeWithoutTheStore_isSettledWithoutIt() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    reserve("work", "a", FailureMode.LOCAL);

    assertThat(lab.settle("work", 0)).isEqualTo(SETTLED);
    assertThat(lab.settle("work", 0)).isEqualTo(ALREADY_SETTLED);
    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(9);
  }

  @Test
  void reservation_ofAPartThatEverythingPasses_isKnown() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    reserve("work", "a", FailureMode.ALLOW);

    assertThat(lab.settle("work", 0)).isEqualTo(SETTLED);
  }

  @Test
  void reservation_madeWithoutTheStore_isKnownAfterItIsBack() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    reserve("work", "a", FailureMode.LOCAL);
    lab.mend();
    lab.time.passMillis(5_000);

    assertThat(lab.settle("work", 0)).isEqualTo(SETTLED);
  }

  @Test
  void slot_takenWithoutTheStore_isFreeAgainWhenSettled() {
    Limit slots = Limit.of(Algorithm.CONCURRENCY, Rate.parse("1/30s"));
    lab.breakWith(FaultyStore.Fault.DOWN);
    for (int i = 0; i < 3; i++) {
      Charges charges = lab.start().reserve("slot-" + i, FIVE_MINUTES);
      charges.add(key("slots"), 0, slots, 1);
      assertThat(lab.decide(charges).admitted()).isTrue();
      assertThat(lab.settle("slot-" + i, 0)).isEqualTo(SETTLED);
    }
  }

  @Test
  void settlement_whileTheStoreIsAway_isKeptAndSentWhenItIsBack() {
    reserve("work", "a", FailureMode.LOCAL);
    assertThat(lab.left("a")).isEqualTo(9);
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(lab.settle("work", 0)).isEqualTo(SETTLED);
    assertThat(lab.settle("work", 0)).isEqualTo(ALREADY_SETTLED);
    assertThat(lab.left("a")).isEqualTo(9);
    lab.mend();
    lab.time.passMillis(2_000);

    assertThat(lab.left("a")).isEqualTo(10);
    assertThat(lab.settle("work", 0)).isEqualTo(ALREADY_SETTLED);
  }

  @Test
  void settlement_thatFailsBeforeTheBreakerOpens_isKeptAsWell() {
    reserve("work", "a", FailureMode.LOCAL);
    lab.store.fault = FaultyStore.Fault.FAILING;
    assertThat(lab.settle("work", 0)).isEqualTo(SETTLED);
    lab.time.passMillis(60_000);
    assertThat(lab.left("a")).isEqualTo(9);
    assertThat(lab.listener.failures).as("tries in a minute").isLessThan(200);
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(3_000);

    assertThat(lab.left("a")).isEqualTo(10);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void settlements_beyondThoseKept_areUnknown() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    for (int i = 0; i < 10_000; i++) {
      assertThat(lab.settle("work-" + i, 0)).isEqualTo(SETTLED);
    }

    assertThat(lab.settle("one-more", 0)).isEqualTo(UNKNOWN);
    lab.time.pass(Duration.ofMinutes(6));
    assertThat(lab.settle("one-more", 0)).isEqualTo(SETTLED);
  }

  @Test
  void inspection_whileTheStoreIsAway_looksHere() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a");

    assertThat(lab.guard.inspect(key("a"), 0, lab.time.nanos()).toCompletableFuture().join())
        .hasValueSatisfying(status -> assertThat(status.remaining()).isEqualTo(9));
  }

  @Test
  void reset_whileTheStoreIsAway_fails() {
    lab.breakWith(FaultyStore.Fault.DOWN);

    assertThatThrownBy(
            () -> lab.guard.reset(key("a"), 0, lab.time.nanos()).toCompletableFuture().join())
        .hasCauseInstanceOf(StoreUnavailableException.class);
  }
}
