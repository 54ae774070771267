package com.throttlex.shared;

import static com.throttlex.shared.GuardLab.LIMIT;
import static com.throttlex.shared.GuardLab.key;
import static com.throttlex.shared.GuardLab.shadow;
import static com.throttlex.shared.GuardLab.terms;
import static com.throttlex.store.FailureMode.ALLOW;
import static com.throttlex.store.FailureMode.DENY;
import static com.throttlex.store.FailureMode.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GuardModesTest {
  private final GuardLab lab = new GuardLab();

  static Stream<Arguments> matrix() {
    List<Arguments> matrix = new ArrayList<>();
    for (FailureMode mode : FailureMode.values()) {
      for (FaultyStore.Fault fault :
          List.of(
              FaultyStore.Fault.DOWN,
              FaultyStore.Fault.SLOW,
              FaultyStore.Fault.SILENT,
              FaultyStore.Fault.FAILING)) {
        matrix.add(Arguments.of(mode, fault));
      }
    }
    return matrix.stream();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void storeInTrouble_everyVerdictIsTheModes(FailureMode mode, FaultyStore.Fault fault) {
    lab.store.fault = fault;
    long degraded = 0;
    long admitted = 0;
    for (int i = 0; i < 100; i++) {
      lab.time.passMillis(5);
      Verdicts answer = lab.decide(lab.charges("a", mode));
      if (!answer.isDegraded()) {
        continue;
      }
      degraded++;
      admitted += answer.admitted() ? 1 : 0;
    }

    assertThat(degraded).isGreaterThanOrEqualTo(80);
    long expected = mode == ALLOW ? degraded : mode == DENY ? 0 : LIMIT.capacity();
    assertThat(admitted).as("admitted of %s", degraded).isEqualTo(expected);
    assertThat(lab.listener.fallbacks(mode)).isEqualTo(degraded);
    assertThat(lab.listener.fallbacks).hasSize(1);
    assertThat(lab.guard.state()).isNotEqualTo(BreakerState.CLOSED);
  }

  @Test
  void denial_byMode_waitsForTheNextTrial() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Verdicts answer = lab.decide(lab.charges("a", DENY));

    assertThat(answer.get(0).remaining()).isZero();
    assertThat(answer.get(0).waitNanos()).isEqualTo(1_000_000_000);
    lab.time.passMillis(400);
    assertThat(lab.decide(lab.charges("a", DENY)).get(0).waitNanos()).isEqualTo(600_000_000);
  }

  @Test
  void admission_byMode_reportsAWholeLimit() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Verdicts answer = lab.decide(lab.charges("a", ALLOW));

    assertThat(answer.get(0).remaining()).isEqualTo(10);
    assertThat(answer.get(0).resetAt()).isEqualTo(lab.time.nanos());
    assertThat(answer.get(0).waitNanos()).isZero();
  }

  @Test
  void share_isThatOfTheLiveNodes_andIsWhatTheAnswersSpeakOf() {
    lab.nodes = 4;
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(1);
    assertThat(lab.decide("a").get(0).limit().capacity()).isEqualTo(2);
    Verdicts denied = lab.decide("a");
    assertThat(denied.admitted()).isFalse();
    assertThat(denied.get(0).waitNanos()).isGreaterThan(1_000_000_000);

    lab.nodes = 2;
    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(2);
  }

  @Test
  void costAboveTheShareAndWithinTheLimit_isDeniedUntilTheNextTrialAndNotForever() {
    lab.nodes = 4;
    lab.breakWith(FaultyStore.Fault.DOWN);
    Charges charges = lab.start();
    charges.add(key("a"), 0, LIMIT, 5, 0, terms(LOCAL));
    charges.add(key("b"), 0, LIMIT, 11, 1, terms(LOCAL));
    Verdicts answer = lab.decide(charges);

    assertThat(answer.get(0).allowed()).isFalse();
    assertThat(answer.get(0).waitNanos()).isEqualTo(1_000_000_000);
    assertThat(answer.get(1).waitNanos()).isEqualTo(Limit.NEVER);
  }

  @Test
  void class_ofAShare_usesUpThatOfTheNodesShareAndLeavesTheRest() {
    lab.nodes = 2;
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(low(1).admitted()).isTrue();
    assertThat(low(1).get(0).remaining()).isEqualTo(3);
    assertThat(low(1).admitted()).isFalse();
    assertThat(low(3).get(0).waitNanos()).as("more than here").isEqualTo(1_000_000_000);
    assertThat(low(5).get(0).waitNanos()).as("more than anywhere").isEqualTo(Limit.NEVER);
    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(2);
  }

  private Verdicts low(long cost) {
    Charges charges = lab.start();
    charges.add(key("a"), 0, LIMIT, cost, 0, new Terms(false, 0, Sync.STRICT, LOCAL, 40));
    return lab.decide(charges);
  }

  @Test
  void request_withAPartThatLetsNothingPass_chargesNoOtherPart() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Charges charges = lab.start();
    charges.add(key("a"), 0, LIMIT, 4, 0, terms(LOCAL));
    charges.add(key("b"), 0, LIMIT, 4, 1, terms(DENY));
    charges.add(key("c"), 0, LIMIT, 4, 2, terms(ALLOW));
    lab.listener.fallbacks.clear();
    Verdicts answer = lab.decide(charges);

    assertThat(answer.admitted()).isFalse();
    assertThat(answer.get(0).allowed()).isTrue();
    assertThat(answer.get(0).remaining()).isEqualTo(10);
    assertThat(answer.get(2).allowed()).isTrue();
    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(9);
    assertThat(lab.listener.fallbacks(DENY)).isEqualTo(1);
    assertThat(lab.listener.fallbacks(ALLOW)).isEqualTo(1);
    assertThat(lab.listener.fallbacks(LOCAL)).isEqualTo(2);
  }

  @Test
  void request_whoseShadowPartLetsNothingPass_isAdmittedAndCharged() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Charges charges = lab.start();
    charges.add(key("b"), 0, LIMIT, 4, 0, shadow(DENY));
    charges.add(key("a"), 0, LIMIT, 4, 1, terms(LOCAL));
    Verdicts answer = lab.decide(charges);

    assertThat(answer.admitted()).isTrue();
    assertThat(answer.get(0).allowed()).isFalse();
    assertThat(answer.get(1).remaining()).isEqualTo(6);
  }

  @Test
  void question_chargesNothingHere() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide(lab.charges("a", LOCAL).dryRun());

    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(9);
  }

  @Test
  void repetition_withoutTheStore_getsTheFirstAnswer() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    Verdicts first = lab.decide(lab.charges("a", LOCAL).replayKey("once"));
    lab.decide("a");
    Verdicts again = lab.decide(lab.charges("a", LOCAL).replayKey("once"));

    assertThat(again.get(0).remaining()).isEqualTo(first.get(0).remaining()).isEqualTo(9);
    assertThat(again.isDegraded()).isTrue();
  }

  @Test
  void requestThatTheStoreRefuses_failsAsItIsAndDoesNotCount() {
    lab.store.fault = FaultyStore.Fault.REFUSING;
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> lab.decide("a"))
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("WRONGTYPE");
    }
    assertThat(lab.guard.state()).isEqualTo(BreakerState.CLOSED);
    assertThat(lab.listener.failures).isZero();
    assertThat(lab.listener.fallbacks).isEmpty();
  }

  @Test
  void requestWithoutCharges_isNotDegraded() {
    lab.breakWith(FaultyStore.Fault.DOWN);

    assertThat(lab.decide(lab.start()).isDegraded()).isFalse();
  }
}
