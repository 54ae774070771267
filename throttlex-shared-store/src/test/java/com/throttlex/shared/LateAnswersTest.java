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
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a store that charges, and answers after the fallback decision or never. */
class LateAnswersTest {
  private static final Limit SLOTS = Limit.of(Algorithm.CONCURRENCY, Rate.parse("2/1h"));
  private static final long FIVE_MINUTES = Duration.ofMinutes(5).toNanos();

  private final GuardLab lab = new GuardLab();

  /** Decides while answers are late or lost, and waits until nothing is in flight. */
  private Verdicts decideWith(FaultyStore.Fault fault, Charges charges) {
    lab.store.fault = fault;
    Verdicts answer = lab.decide(charges);
    assertThat(answer.isDegraded()).isTrue();
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(5_000);
    assertThat(lab.time.scheduled()).isZero();
    return answer;
  }

  private Charges slot(String name) {
    Charges charges = lab.start().reserve(name, FIVE_MINUTES);
    charges.add(key("slots"), 0, SLOTS, 1);
    return charges;
  }

  @Test
  void unitsAdmittedHere_thatTheStoreChargedLate_areNotChargedAgain() {
    Charges charges = lab.charges("a", FailureMode.LOCAL);
    assertThat(decideWith(FaultyStore.Fault.LATE, charges).admitted()).isTrue();

    assertThat(lab.left("a")).isEqualTo(9);
    assertThat(lab.listener.reconciled).isZero();
  }

  @Test
  void unitsAdmittedHere_thatTheStoreDeniedLate_areCharged() {
    Charges all = lab.start();
    all.add(key("a"), 0, LIMIT, 10);
    lab.decide(all);
    assertThat(decideWith(FaultyStore.Fault.LATE, lab.charges("a", FailureMode.LOCAL)).admitted())
        .isTrue();

    assertThat(lab.left("a")).isZero();
  }

  @Test
  void unitsAdmittedHere_whoseAnswerIsLost_areChargedAgain() {
    decideWith(FaultyStore.Fault.LOST, lab.charges("a", FailureMode.LOCAL));

    assertThat(lab.left("a")).as("one asked for, two counted").isEqualTo(8);
    assertThat(lab.listener.reconciled).isEqualTo(1);
  }

  @Test
  void unitsAdmittedHere_thatTheStoreNeverSaw_areCharged() {
    decideWith(FaultyStore.Fault.SILENT, lab.charges("a", FailureMode.LOCAL));

    assertThat(lab.left("a")).isEqualTo(9);
    assertThat(lab.listener.reconciled).isEqualTo(1);
  }

  @Test
  void slotTakenHere_thatTheStoreGaveLate_isHeldOnce() {
    assertThat(decideWith(FaultyStore.Fault.LATE, slot("one")).admitted()).isTrue();

    assertThat(lab.decide(slot("two")).admitted()).isTrue();
    assertThat(lab.decide(slot("three")).admitted()).isFalse();
    assertThat(lab.settle("one", 0)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.decide(slot("four")).admitted()).isTrue();
  }

  @Test
  void slotOfARequestWhoseRepetitionIsAnsweredLate_staysTaken() {
    assertThat(lab.decide(slot("one").replayKey("k")).admitted()).isTrue();
    decideWith(FaultyStore.Fault.LATE, slot("another").replayKey("k"));

    assertThat(lab.decide(slot("two")).admitted()).isTrue();
    assertThat(lab.decide(slot("three")).admitted()).isFalse();
  }

  @Test
  void unitsOfARequestThatCanBeRepeated_whenTheStoreChargedThemLate_stand() {
    Charges first = lab.charges("a", FailureMode.DENY).reserve("one", FIVE_MINUTES).replayKey("k");
    assertThat(decideWith(FaultyStore.Fault.LATE, first).admitted()).isFalse();
    Charges again = lab.charges("a", FailureMode.DENY).reserve("two", FIVE_MINUTES).replayKey("k");
    assertThat(lab.decide(again).admitted()).isTrue();

    assertThat(lab.left("a")).isEqualTo(9);
  }

  @Test
  void slotThatNobodyGot_isGivenBack() {
    for (String name : new String[] {"one", "two"}) {
      Charges charges = lab.start().reserve(name, FIVE_MINUTES);
      charges.add(key("slots"), 0, SLOTS, 1, 0, GuardLab.terms(FailureMode.DENY));
      assertThat(decideWith(FaultyStore.Fault.LATE, charges).admitted()).isFalse();
    }

    assertThat(lab.decide(slot("three")).admitted()).isTrue();
    assertThat(lab.decide(slot("four")).admitted()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "DENY", "ALLOW"})
  void reservedUnits_thatTheStoreChargedLate_areGivenBack(FailureMode mode) {
    Charges charges = lab.charges("a", mode).reserve("one", FIVE_MINUTES);
    decideWith(FaultyStore.Fault.LATE, charges);

    assertThat(lab.left("a")).isEqualTo(mode == FailureMode.LOCAL ? 9 : 10);
  }

  @Test
  void repetition_ofARequestAdmittedHere_isChargedOnce() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    for (int i = 0; i < 3; i++) {
      lab.decide(lab.charges("a", FailureMode.LOCAL).replayKey("same"));
      lab.decide("a");
      lab.time.passMillis(1);
    }
    lab.mend();
    lab.time.passMillis(5_000);

    assertThat(lab.left("a")).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
  void leaseWhoseRefillIsLate_leavesNothingBehind(Algorithm algorithm) {
    Limit limit = Limit.of(algorithm, Rate.parse("100000/1h"));
    Terms leased = new Terms(false, 0, Sync.LEASED, FailureMode.LOCAL);
    Leases leases = new Leases(lab.guard, () -> 1, lab.time, lab.time, new Random(1));
    long admitted = 0;
    for (int i = 0; i < 3_000; i++) {
      lab.store.fault = i < 1_000 ? FaultyStore.Fault.NONE : FaultyStore.Fault.LATE;
      Charges charges = lab.start();
      charges.add(key("leased"), 0, limit, 1, 0, leased);
      var decided = leases.decide(charges).toCompletableFuture();
      while (!decided.isDone()) {
        lab.time.passMillis(1);
      }
      admitted += decided.join().admitted() ? 1 : 0;
      lab.time.pass(Duration.ofNanos(100_000));
    }
    lab.mend();
    lab.time.passMillis(10_000);
    Charges question = lab.start().dryRun();
    question.add(key("leased"), 0, limit, 1);
    Verdicts seen = lab.store.memory.decide(question).toCompletableFuture().join();

    assertThat(admitted).isEqualTo(3_000);
    assertThat(100_000 - seen.get(0).remaining()).as("counted").isEqualTo(admitted);
  }
}
