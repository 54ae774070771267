package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightRequestsTest {
  private final InFlightRequests flights = new InFlightRequests();

  private static InFlightRequests.Flight flight(String reservation, long began) {
    return new InFlightRequests.Flight(reservation, "db", List.of("slots"), began, began + 100);
  }

  @Test
  void slotsInUse_areCountedAtTheirPeak_andRequestsOnce() {
    flights.begin(flight("a", 0));
    flights.begin(flight("a", 5));
    flights.inUse("slots", 2, false);
    flights.inUse("slots", 1, false);
    assertThat(flights.end("a", Outcome.SUCCESS, 50)).isNotNull();
    assertThat(flights.end("a", Outcome.SUCCESS, 60)).isNull();

    Traffic seen = flights.look("slots", 9);
    assertThat(seen.inFlight()).isEqualTo(2);
    assertThat(seen.completed()).isEqualTo(1);
    assertThat(flights.look("slots", 9).inFlight()).isZero();
  }

  @Test
  void requestsInFlight_thatNeverEnd_areCountedAsDropped() {
    flights.begin(flight("a", 0));
    flights.begin(flight("b", 0));
    flights.end("b", Outcome.UNKNOWN, 10);
    assertThat(flights.giveUp(99, true)).isEmpty();
    assertThat(flights.giveUp(100, true))
        .extracting(InFlightRequests.Flight::reservation)
        .containsExactly("a");

    Traffic seen = flights.look("slots", 9);
    assertThat(seen.dropped()).isEqualTo(1);
    assertThat(seen.ended()).isEqualTo(1);
    assertThat(flights.look("slots", 9).inFlight()).isZero();
  }

  @Test
  void limitThatRefuses_isReached_howeverFewAreUnderWay() {
    flights.inUse("slots", 1, true);
    assertThat(flights.look("slots", 9).inFlight()).isEqualTo(9);
    flights.inUse("slots", 1, false);
    assertThat(flights.look("slots", 9).inFlight()).isEqualTo(1);
  }

  @Test
  void thoseThatMayHaveEndedElsewhere_areForgotten() {
    flights.begin(flight("a", 0));
    assertThat(flights.giveUp(100, false)).hasSize(1);
    assertThat(flights.look("slots", 9).ended()).isZero();
  }

  @Test
  void tooMany_areNotWatched_andRoomComesBack() {
    for (int i = 0; i < 100_001; i++) {
      flights.begin(flight("f" + i, i));
    }
    assertThat(flights.end("f100000", Outcome.SUCCESS, 0)).isNull();
    assertThat(flights.end("f99999", Outcome.SUCCESS, 0)).isNotNull();
    flights.giveUp(200_000, true);
    flights.begin(flight("again", 200_000));
    assertThat(flights.end("again", Outcome.SUCCESS, 200_001)).isNotNull();
  }
}
