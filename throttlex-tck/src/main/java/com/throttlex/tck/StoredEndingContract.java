package com.throttlex.tck;

import static com.throttlex.tck.StoredFixture.finish;
import static com.throttlex.tck.StoredFixture.get;
import static com.throttlex.tck.StoredFixture.request;
import static com.throttlex.tck.StoredFixture.stage;
import static com.throttlex.tck.StoredFixture.store;
import static com.throttlex.tck.StoredFixture.take;
import static com.throttlex.tck.StoredFixture.tickets;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.StoredState.Stage;
import com.throttlex.queue.TakenRequests;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of ends: a request is answered, given back, cancelled, or a dead letter. */
interface StoredEndingContract extends StoredFixture {
  @Test
  default void request_thatWasGivenBack_keepsItsPlaceAndIsNoAttempt() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    store(store, A, "a2");
    for (int i = 0; i < 5; i++) {
      assertThat(take(store, "n1").get(0).attempt()).isEqualTo(1);
      assertThat(get(store.giveBack("s", "a1", "n1", Duration.ofSeconds(2), null))).isTrue();
      clock().advance(Duration.ofMillis(1_999));
      assertThat(tickets(store, "n1")).isEmpty();
      clock().advance(Duration.ofMillis(1));
    }
    assertThat(tickets(store, "n1")).containsExactly("a1");
  }

  @Test
  default void request_thatFailsEveryTime_becomesADeadLetterAndTheNextOneFollows() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    store(store, A, "a2");
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(take(store, "n1").get(0).attempt()).isEqualTo(attempt);
      get(store.hold("s", "a1", "n1", VISIBILITY));
      assertThat(get(store.giveBack("s", "a1", "n1", Duration.ZERO, "why " + attempt))).isTrue();
    }
    assertThat(tickets(store, "n1")).containsExactly("a2");
    StoredState state = get(store.find("s", "a1")).orElseThrow();
    assertThat(state.stage()).isEqualTo(Stage.FAILED);
    assertThat(state.reason()).isEqualTo("why 3");
    assertThat(letters())
        .containsExactly(new DeadLetter("a1", "about a1", "why 3", 3, clock().now()));
  }

  @Test
  default void request_thatEndsItsConsumersEveryTime_becomesADeadLetter() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(tickets(store, "n" + attempt)).containsExactly("a1");
      assertThat(get(store.hold("s", "a1", "n" + attempt, VISIBILITY))).isTrue();
      clock().advance(VISIBILITY);
    }
    assertThat(tickets(store, "n4")).isEmpty();
    assertThat(letters()).extracting(DeadLetter::reason).containsExactly(OverflowQueue.ABANDONED);
  }

  @Test
  default void request_whoseConsumersAreLostBeforeTheySendIt_isNoDeadLetterBeforeItsDeadline() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    for (int attempt = 1; attempt <= 3; attempt++) {
      for (int i = 0; i < 5; i++) {
        assertThat(take(store, "lost" + i).get(0).attempt()).isEqualTo(attempt);
        clock().advance(VISIBILITY);
      }
      assertThat(take(store, "n1").get(0).attempt()).isEqualTo(attempt);
      assertThat(get(store.hold("s", "a1", "lost4", VISIBILITY))).isFalse();
      assertThat(get(store.hold("s", "a1", "n1", VISIBILITY))).isTrue();
      assertThat(letters()).isEmpty();
      get(store.giveBack("s", "a1", "n1", Duration.ZERO, "why"));
    }
    assertThat(letters()).extracting(DeadLetter::attempts).containsExactly(3);
    store(store, A, "a2");
    tickets(store, "lost");
    clock().advance(LIMITS.patience());
    assertThat(tickets(store, "n1")).isEmpty();
    assertThat(letters())
        .extracting(DeadLetter::reason)
        .containsExactlyInAnyOrder("why", OverflowQueue.EXPIRED);
  }

  @Test
  default void request_whoseDeadlineHasPassedInAWaitingLane_becomesADeadLetter() {
    StoredRequests store = open(LIMITS);
    get(store.store(request(A, "a1", "x"), Duration.ofHours(9)));
    clock().advance(Duration.ofMillis(1));
    store(store, A, "a2");
    clock().advance(LIMITS.patience().minusMillis(1));
    assertThat(tickets(store, "n1")).containsExactly("a2");
    get(store.giveBack("s", "a2", "n1", Duration.ofHours(9), null));
    clock().advance(Duration.ofMillis(1));
    assertThat(tickets(store, "n1")).isEmpty();
    assertThat(letters()).extracting(DeadLetter::ticket).containsExactly("a2", "a1");
    assertThat(letters()).extracting(DeadLetter::reason).containsOnly(OverflowQueue.EXPIRED);
    assertThat(stage(store, "a1")).contains(Stage.FAILED);
  }

  @Test
  default void take_tellsHowManyAreStored_andHowManyBecameDeadLetters() {
    StoredRequests store = open(LIMITS);
    assertThat(get(store.take("s", "n1", 10, VISIBILITY)))
        .isEqualTo(new TakenRequests(List.of(), 0, 0));
    for (String ticket : List.of("a1", "a2", "a3")) {
      store(store, A, ticket);
    }
    TakenRequests taken = get(store.take("s", "n1", 10, VISIBILITY));
    assertThat(taken.failed()).isZero();
    assertThat(taken.stored()).as("with the one in flight").isEqualTo(3);
    assertThat(taken.deliveries().get(0).last()).isFalse();
    assertThat(get(store.take("s", "n2", 10, VISIBILITY)))
        .as("nothing is due")
        .isEqualTo(new TakenRequests(List.of(), 0, 3));
    finish(store, "a1", "n1");
    clock().advance(LIMITS.patience());
    store(store, B, "b1");
    taken = get(store.take("s", "n1", 10, VISIBILITY));
    assertThat(taken.failed()).isEqualTo(2);
    assertThat(taken.stored()).isEqualTo(1);
    for (int attempt = 2; attempt <= 3; attempt++) {
      get(store.giveBack("s", "b1", "n1", Duration.ZERO, "why"));
      taken = get(store.take("s", "n1", 10, VISIBILITY));
      assertThat(taken.deliveries().get(0).last()).isEqualTo(attempt == 3);
    }
    get(store.giveBack("s", "b1", "n1", Duration.ZERO, "why"));
    assertThat(get(store.take("s", "n1", 10, VISIBILITY)))
        .as("counted by the delivery")
        .isEqualTo(new TakenRequests(List.of(), 0, 0));
  }

  @Test
  default void answer_isKeptForItsTime() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    take(store, "n1");
    assertThat(finish(store, "a1", "n1")).isTrue();
    assertThat(finish(store, "a1", "n1")).as("a second time").isFalse();
    StoredState state = get(store.find("s", "a1")).orElseThrow();
    assertThat(state.stage()).isEqualTo(Stage.ANSWERED);
    assertThat(new String(state.answer(), UTF)).isEqualTo("answer to a1");
    assertThat(get(store.cancel("s", "a1"))).contains(Stage.ANSWERED);
    clock().advance(LIMITS.kept().minusMillis(1));
    assertThat(stage(store, "a1")).contains(Stage.ANSWERED);
    clock().advance(Duration.ofMillis(1));
    assertThat(stage(store, "a1")).isEmpty();
    assertThat(get(store.cancel("s", "a1"))).isEmpty();
  }

  @Test
  default void cancelledRequest_isNeverDelivered_andHoldsNobodyUp() {
    StoredRequests store = open(LIMITS);
    for (String ticket : List.of("a1", "a2", "a3")) {
      store(store, A, ticket);
    }
    assertThat(get(store.cancel("s", "a2"))).contains(Stage.WAITING);
    assertThat(stage(store, "a2")).isEmpty();
    assertThat(tickets(store, "n1")).containsExactly("a1");
    assertThat(get(store.cancel("s", "a1"))).as("taken, not sent").contains(Stage.WAITING);
    assertThat(get(store.hold("s", "a1", "n1", VISIBILITY))).isFalse();
    assertThat(tickets(store, "n2")).containsExactly("a3");
    finish(store, "a3", "n2");
    assertThat(tickets(store, "n2")).isEmpty();
    assertThat(get(store.cancel("s", "unknown"))).isEmpty();
  }
}
