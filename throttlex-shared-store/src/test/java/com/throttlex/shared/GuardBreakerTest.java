package com.throttlex.shared;

import static com.throttlex.shared.BreakerState.CLOSED;
import static com.throttlex.shared.BreakerState.HALF_OPEN;
import static com.throttlex.shared.BreakerState.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardBreakerTest {
  private final GuardLab lab = new GuardLab();

  /** Sends a request at fixed intervals without waiting for answers, as traffic does. */
  private void traffic(long millis, long everyMillis) {
    for (long i = 0; i < millis; i += everyMillis) {
      lab.guard.decide(lab.charges("traffic", FailureMode.ALLOW));
      lab.time.passMillis(everyMillis);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultyStore.Fault.class,
      names = {"DOWN", "SLOW", "SILENT", "FAILING"})
  void trouble_underLoad_opensWithinAQuarterOfASecond(FaultyStore.Fault fault) {
    traffic(1_000, 10);
    assertThat(lab.guard.state()).isEqualTo(CLOSED);
    lab.store.fault = fault;
    traffic(250, 10);

    assertThat(lab.guard.state()).isEqualTo(OPEN);
    assertThat(lab.listener.states).containsExactly(OPEN);
  }

  @Test
  void open_noRequestReachesTheStoreOrWaits() {
    lab.breakWith(FaultyStore.Fault.SILENT);
    long asked = lab.store.asked.get();
    for (int i = 0; i < 1_000; i++) {
      Charges charges = lab.charges("a", FailureMode.ALLOW);
      assertThat(lab.guard.decide(charges).toCompletableFuture()).isCompleted();
    }

    assertThat(lab.store.asked.get()).isEqualTo(asked);
  }

  @Test
  void open_whenTheStoreIsBack_closesAfterASecondWithoutTraffic() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(1_000);
    assertThat(lab.guard.state()).isEqualTo(OPEN);
    lab.time.passMillis(1);

    assertThat(lab.guard.state()).isEqualTo(CLOSED);
    assertThat(lab.listener.states).containsExactly(OPEN, HALF_OPEN, CLOSED);
    assertThat(lab.decide("a").isDegraded()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultyStore.Fault.class,
      names = {"DOWN", "SLOW", "SILENT", "FAILING", "REFUSING"})
  void trials_thatFail_keepItOpenAndAreTriedAgainUntilTheStoreIsBack(FaultyStore.Fault fault) {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.store.fault = fault;
    long asked = lab.store.asked.get();
    for (int second = 0; second < 60; second++) {
      lab.time.passMillis(1_000);
      assertThat(lab.guard.state()).isNotEqualTo(CLOSED);
    }
    assertThat(lab.store.asked.get() - asked).as("trials in a minute").isBetween(30L, 180L);
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(3_100);

    assertThat(lab.guard.state()).isEqualTo(CLOSED);
  }

  @Test
  void breaker_thatHasClosed_opensAgain() {
    for (int i = 0; i < 5; i++) {
      lab.breakWith(FaultyStore.Fault.DOWN);
      lab.mend();
      assertThat(lab.guard.state()).isEqualTo(CLOSED);
    }
    assertThat(lab.listener.states).hasSize(15);
  }

  @Test
  void failuresHereAndThere_fallBackOneByOneAndDoNotOpen() {
    for (int i = 0; i < 200; i++) {
      lab.time.passMillis(5);
      lab.store.fault = i % 4 == 0 ? FaultyStore.Fault.DOWN : FaultyStore.Fault.NONE;
      assertThat(lab.decide(lab.charges("a", FailureMode.ALLOW)).isDegraded())
          .isEqualTo(i % 4 == 0);
    }
    assertThat(lab.guard.state()).isEqualTo(CLOSED);
    assertThat(lab.listener.failures).isEqualTo(50);
    assertThat(lab.listener.fallbacks(FailureMode.ALLOW)).isEqualTo(50);
  }

  @Test
  void requestsThatShareOneFailure_countOnceAndDoNotOpen() {
    traffic(1_000, 10);
    lab.store.fault = FaultyStore.Fault.DOWN;
    for (int i = 0; i < 100; i++) {
      assertThat(lab.decide(lab.charges("a", FailureMode.ALLOW)).isDegraded()).isTrue();
    }

    assertThat(lab.guard.state()).isEqualTo(CLOSED);
  }

  @Test
  void failuresOfLongAgo_doNotOpenWithTheNextAnswer() {
    lab.store.fault = FaultyStore.Fault.DOWN;
    for (int i = 0; i < 4; i++) {
      lab.time.passMillis(5);
      lab.decide(lab.charges("a", FailureMode.ALLOW));
    }
    lab.store.fault = FaultyStore.Fault.NONE;
    lab.time.passMillis(10_001);
    assertThat(lab.decide("a").isDegraded()).isFalse();

    assertThat(lab.guard.state()).isEqualTo(CLOSED);
    assertThat(lab.listener.states).isEmpty();
  }

  @Test
  void healthyStore_leavesNoWorkBehind() {
    traffic(1_000, 10);

    assertThat(lab.time.scheduled()).isZero();
    assertThat(lab.listener.fallbacks).isEmpty();
  }
}
