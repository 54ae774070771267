package com.throttlex.shared;

import static com.throttlex.shared.GuardLab.LIMIT;
import static com.throttlex.shared.GuardLab.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
  private static final Limit SLOTS = Limit.of(Algorithm.CONCURRENCY, Rate.parse("2/30s"));

  private final GuardLab lab = new GuardLab();

  @Test
  void unitsAdmittedHere_areChargedToTheStoreWhenItIsBack() {
    lab.decide("a", 2);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 3);
    assertThat(lab.left("a")).isEqualTo(8);
    lab.mendAndReconcile();

    assertThat(lab.left("a")).isEqualTo(5);
    assertThat(lab.listener.reconciled).isEqualTo(3);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void moreThanRemainsInTheStore_chargesWhatRemains() {
    lab.decide("a", 7);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 9);
    lab.mendAndReconcile();

    assertThat(lab.left("a")).isZero();
    assertThat(lab.listener.reconciled).isEqualTo(3);
  }

  @Test
  void countersHere_areDroppedThen() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 10);
    lab.mendAndReconcile();
    lab.breakWith(FaultyStore.Fault.DOWN);

    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(9);
  }

  @Test
  void unitsThatFlowedBackMeanwhile_areNotCharged() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 10);
    lab.time.pass(Duration.ofHours(1));
    lab.mendAndReconcile();

    assertThat(lab.left("a")).isEqualTo(10);
    assertThat(lab.listener.reconciled).isZero();
  }

  @Test
  void denialsAndQuestions_leaveNothingToCharge() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Charges denied = lab.start();
    denied.add(key("a"), 0, LIMIT, 11);
    lab.decide(denied);
    lab.decide(lab.charges("b", FailureMode.LOCAL).dryRun());
    lab.decide(lab.charges("c", FailureMode.ALLOW));
    lab.mendAndReconcile();

    assertThat(lab.listener.reconciled).isZero();
  }

  @Test
  void storeThatGoesAwayAgain_isChargedWhenItIsBackForGood() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    for (int i = 0; i < 1_000; i++) {
      lab.decide("key-" + i);
    }
    lab.store.fault = FaultyStore.Fault.NONE;
    while (lab.listener.reconciled == 0) {
      lab.time.passMillis(10);
    }
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.time.passMillis(3_000);
    assertThat(lab.listener.reconciled).isBetween(1L, 999L);
    lab.mendAndReconcile();

    assertThat(lab.listener.reconciled).isEqualTo(1_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(lab.left("key-" + i)).isEqualTo(9);
    }
  }

  @Test
  void tooManyKeys_theLastOnesAreCharged() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    for (int i = 0; i < 10_100; i++) {
      lab.decide("key-" + i);
    }
    lab.mendAndReconcile();

    assertThat(lab.listener.reconciled).isEqualTo(10_000);
    assertThat(lab.left("key-99")).isEqualTo(10);
    assertThat(lab.left("key-100")).isEqualTo(9);
  }

  @Test
  void singleFailure_withoutAnOpenBreaker_isChargedAsWell() {
    lab.store.fault = FaultyStore.Fault.DOWN;
    lab.decide("a");
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(2_000);

    assertThat(lab.left("a")).isEqualTo(9);
  }

  @Test
  void reset_forgetsWhatWasAdmittedHereToo() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 5);
    lab.store.fault = FaultyStore.Fault.NONE;
    while (lab.guard.state() != BreakerState.CLOSED) {
      lab.time.passMillis(1);
    }
    assertThat(lab.guard.reset(key("a"), 0, lab.time.nanos()).toCompletableFuture())
        .isCompletedWithValue(true);
    lab.time.passMillis(5_000);

    assertThat(lab.left("a")).isEqualTo(10);
  }

  private boolean takeSlot(String name) {
    Charges charges = lab.start().reserve(name, Duration.ofMinutes(5).toNanos());
    charges.add(key("slots"), 0, SLOTS, 1);
    return lab.decide(charges).admitted();
  }

  @Test
  void slotsHeldHere_areTakenInTheStoreAndGivenBackThere() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(takeSlot("one")).isTrue();
    assertThat(takeSlot("two")).isTrue();
    assertThat(takeSlot("three")).isFalse();
    assertThat(lab.settle("two", 0)).isEqualTo(Settlement.SETTLED);
    lab.mendAndReconcile();

    assertThat(takeSlot("four")).isTrue();
    assertThat(takeSlot("five")).isFalse();
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(takeSlot("six")).isTrue();
    assertThat(takeSlot("seven")).isFalse();
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void slotTakenInAStoreWhoseAnswerIsLost_isTakenOnce() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(takeSlot("one")).isTrue();
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LOST;
    lab.time.passMillis(1_500);
    lab.mendAndReconcile();

    assertThat(takeSlot("two")).isTrue();
    assertThat(takeSlot("three")).isFalse();
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    assertThat(takeSlot("four")).isTrue();
  }

  @Test
  void slotGivenBackWhileTheStoreIsLate_isGivenBackThere() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(takeSlot("one")).isTrue();
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LATE;
    long asked = lab.store.asked.get();
    while (lab.store.asked.get() == asked) {
      lab.time.passMillis(1);
    }
    lab.store.fault = FaultyStore.Fault.DOWN;
    lab.time.passMillis(60);
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    lab.time.passMillis(30);
    lab.mendAndReconcile();

    assertThat(takeSlot("two")).isTrue();
    assertThat(takeSlot("three")).isTrue();
  }

  @Test
  void slotGivenBackWhileItIsTakenInTheStore_isGivenBackThere() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(takeSlot("one")).isTrue();
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(1_010);
    lab.store.fault = FaultyStore.Fault.SLOW;
    lab.time.passMillis(1_000);
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    lab.time.passMillis(40);
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(5_000);

    assertThat(takeSlot("two")).isTrue();
    assertThat(takeSlot("three")).isTrue();
  }

  @Test
  void slotsThatTheStoreHasNoMoreOf_areHeldAllTheSame() {
    assertThat(takeSlot("one")).isTrue();
    assertThat(takeSlot("two")).isTrue();
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(takeSlot("three")).isTrue();
    lab.mendAndReconcile();

    assertThat(takeSlot("four")).isFalse();
    assertThat(lab.settle("three", 0)).isEqualTo(Settlement.SETTLED);
    assertThat(takeSlot("five")).isFalse();
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    assertThat(takeSlot("six")).isTrue();
  }

  @Test
  void close_endsWhatIsStillToBeBrought() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 5);
    lab.guard.close();
    lab.time.passMillis(3_000);

    assertThat(lab.time.scheduled()).isZero();
  }
}
