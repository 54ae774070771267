package com.throttlex.admission;

import static com.throttlex.admission.Entrance.now;
import static com.throttlex.admission.Entrance.perIp;
import static com.throttlex.admission.Entrance.perUser;
import static com.throttlex.admission.Entrance.somebody;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Settlement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Reservations of the first phase, which no client requested. */
class BriefReservationTest {
  private final Entrance entrance = Entrance.of(perIp("ip", "5/1d"), perUser("user", "1/1d"));

  private Settlement settled(Decision decision) {
    return entrance.throttlex.settle(String.valueOf(decision.reservation()), 5);
  }

  @Test
  void firstPhase_withoutAnEnd_canBeTakenBackForTenSecondsAndNoLonger() {
    Decision inTime = entrance.begin().decision();
    Decision late = entrance.begin().decision();
    entrance.time.pass(Duration.ofNanos(ReservationLife.BRIEF_NANOS - 1));
    assertThat(entrance.throttlex.settle(String.valueOf(inTime.reservation()), 0))
        .isEqualTo(Settlement.SETTLED);
    entrance.time.pass(Duration.ofNanos(1));
    assertThat(settled(late)).isEqualTo(Settlement.UNKNOWN);
  }

  @Test
  void request_thatHasEnded_leavesNoReservation() {
    Admission begun = entrance.begin();
    Admission entered = entrance.complete(begun, "ada");
    assertThat(entered.allowed()).isTrue();
    now(entered.end());
    assertThat(settled(begun.decision())).isEqualTo(Settlement.UNKNOWN);
    assertThat(entrance.left("ip|ip=" + Entrance.IP)).as("charged once").isEqualTo(4);
  }

  @Test
  void request_thatTheSecondPhaseDenies_isTakenBackAndLeavesNoReservation() {
    now(entrance.enter("ada").end());
    Admission begun = entrance.begin();
    assertThat(entrance.complete(begun, "ada").allowed()).isFalse();
    assertThat(settled(begun.decision())).isEqualTo(Settlement.UNKNOWN);
    assertThat(entrance.left("ip|ip=" + Entrance.IP)).as("charged once").isEqualTo(4);
  }

  @Test
  void requestThatAsksForAReservation_canBeSettledForFiveMinutes() {
    Admission begun = now(entrance.admissions.begin(somebody().reserve(true).build()));
    entrance.time.pass(Duration.ofNanos(ReservationLife.USUAL_NANOS - 1));
    assertThat(settled(begun.decision())).isEqualTo(Settlement.SETTLED);
    assertThat(settled(begun.decision())).isEqualTo(Settlement.ALREADY_SETTLED);
  }

  @Test
  void slotOfTheFirstPhase_canBeFreedForAsLongAsItIsHeld() {
    Entrance slots =
        Entrance.of(
            perIp("slots", "1/10m").algorithm(Algorithm.CONCURRENCY), perUser("user", "9/1d"));
    Admission entered = slots.enter("ada");
    slots.time.pass(Duration.ofNanos(2 * ReservationLife.USUAL_NANOS - 1));
    assertThat(slots.enter("bob").allowed()).isFalse();
    now(entered.end());
    assertThat(slots.enter("bob").allowed()).isTrue();
  }
}
