package com.throttlex.shared;

import static com.throttlex.shared.GuardLab.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests a store that fails again before, during or after the reconciliation of an outage. */
class RepeatedOutageTest {
  private static final Limit WINDOW = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1m"));
  private static final long MINUTE_MILLIS = 60_000;

  private final GuardLab lab = new GuardLab();

  @Test
  void counterHere_ofWhichTheStoreTookAPart_isKept() {
    lab.decide("a", 7);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 9);
    lab.mendAndReconcile();
    lab.breakWith(FaultyStore.Fault.DOWN);

    assertThat(lab.decide("a").get(0).remaining()).isZero();
    assertThat(lab.decide("a").admitted()).isFalse();
  }

  @Test
  void counterHere_ofWhichTheStoreTookAPart_isWholeWhenItHasDrained() {
    lab.decide("a", 10);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 10);
    lab.mendAndReconcile();
    lab.time.pass(Duration.ofHours(1));
    lab.breakWith(FaultyStore.Fault.DOWN);

    assertThat(lab.decide("a").get(0).remaining()).isEqualTo(9);
  }

  @Test
  void flappingStore_thatIsUsedUp_givesTheShareOnce() {
    lab.decide("a", 10);
    int admitted = 0;
    for (int flap = 0; flap < 20; flap++) {
      lab.breakWith(FaultyStore.Fault.DOWN);
      for (int i = 0; i < 15; i++) {
        admitted += lab.decide("a").admitted() ? 1 : 0;
      }
      lab.mendAndReconcile();
    }

    assertThat(admitted).isEqualTo(10);
    assertThat(lab.listener.reconciled).isZero();
  }

  @Test
  void unitsBroughtToAStoreWhoseAnswerIsLost_areChargedOnce() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 3);
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LOST;
    lab.time.passMillis(1_500);
    assertThat(lab.left("a")).as("charged by a store that did not say so").isEqualTo(7);
    lab.mendAndReconcile();

    assertThat(lab.left("a")).isEqualTo(7);
    assertThat(lab.listener.reconciled).isEqualTo(3);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void unitsAdmittedAfterALostAnswer_areChargedAsWell() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 3);
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LOST;
    lab.time.passMillis(1_500);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 2);
    lab.mendAndReconcile();

    assertThat(lab.left("a")).isEqualTo(5);
    assertThat(lab.listener.reconciled).isEqualTo(5);
  }

  private Verdicts chargeWindow(long units) {
    Charges charges = lab.start();
    charges.add(key("w"), 0, WINDOW, units);
    return lab.decide(charges);
  }

  @Test
  void unitsOfANewWindow_afterALostAnswerOfTheOneBefore_areCharged() {
    lab.time.passMillis(MINUTE_MILLIS - lab.time.nanos() / 1_000_000 % MINUTE_MILLIS);
    lab.breakWith(FaultyStore.Fault.DOWN);
    assertThat(chargeWindow(10).admitted()).isTrue();
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LOST;
    lab.time.passMillis(1_500);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.time.passMillis(MINUTE_MILLIS);
    assertThat(chargeWindow(10).admitted()).isTrue();
    lab.mendAndReconcile();

    assertThat(chargeWindow(1).isDegraded()).isFalse();
    assertThat(chargeWindow(1).admitted()).as("admitted by a store that is charged").isFalse();
  }
}
