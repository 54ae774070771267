package com.throttlex.tck;

import static com.throttlex.tck.StoredFixture.finish;
import static com.throttlex.tck.StoredFixture.get;
import static com.throttlex.tck.StoredFixture.lane;
import static com.throttlex.tck.StoredFixture.request;
import static com.throttlex.tck.StoredFixture.stage;
import static com.throttlex.tck.StoredFixture.store;
import static com.throttlex.tck.StoredFixture.take;
import static com.throttlex.tck.StoredFixture.tickets;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of delivery: in order in a lane, by one consumer at a time, lanes in turns. */
interface StoredDeliveryContract extends StoredFixture {
  @Test
  default void request_whenTaken_isWhatWasStored() {
    StoredRequests store = open(LIMITS);
    byte[] content = new byte[256];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) i;
    }
    assertThat(get(store.store(new StoredRequest("s", "t", A, "{}", content), Duration.ZERO)))
        .isTrue();
    StoredDelivery taken = take(store, "n1").get(0);
    assertThat(taken.content()).isEqualTo(content);
    assertThat(taken.ticket()).isEqualTo("t");
    assertThat(taken.attempt()).isEqualTo(1);
  }

  @Test
  default void lane_deliversItsFirstRequestOnly_untilThatHasEnded() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    store(store, A, "a2");
    store(store, B, "b1");
    assertThat(tickets(store, "n1")).containsExactlyInAnyOrder("a1", "b1");
    assertThat(tickets(store, "n1")).isEmpty();
    assertThat(tickets(store, "n2")).isEmpty();
    assertThat(finish(store, "a1", "n1")).isTrue();
    assertThat(tickets(store, "n2")).containsExactly("a2");
  }

  @Test
  default void newLane_isDueAfterItsWait() {
    StoredRequests store = open(LIMITS);
    get(store.store(request(A, "a1", "x"), Duration.ofSeconds(3)));
    get(store.store(request(A, "a2", "x"), Duration.ZERO));
    clock().advance(Duration.ofMillis(2_999));
    assertThat(tickets(store, "n1")).isEmpty();
    clock().advance(Duration.ofMillis(1));
    assertThat(tickets(store, "n1")).containsExactly("a1");
  }

  @Test
  default void lanes_ofOneService_areTakenInTurns() {
    StoredRequests store = open(LIMITS);
    for (String ticket : List.of("a1", "a2", "a3")) {
      store(store, A, ticket);
    }
    clock().advance(Duration.ofMillis(1));
    store(store, B, "b1");
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      clock().advance(Duration.ofMillis(1));
      StoredDelivery next = get(store.take("s", "n1", 1, VISIBILITY)).deliveries().get(0);
      order.add(next.ticket());
      finish(store, next.ticket(), "n1");
    }
    assertThat(order).containsExactly("a1", "b1", "a2", "a3");
  }

  @Test
  default void services_haveTheirOwnRequests() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    assertThat(get(store.take("other", "n1", 10, VISIBILITY)).deliveries()).isEmpty();
    assertThat(get(store.find("other", "a1"))).isEmpty();
    assertThat(get(store.cancel("other", "a1"))).isEmpty();
    assertThat(get(store.finish("other", "a1", "n1", new byte[0], new byte[0]))).isFalse();
  }

  @Test
  default void laneOfACrashedConsumer_isTakenByAnother_whichHasItAlone() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    take(store, "gone");
    assertThat(get(store.hold("s", "a1", "gone", VISIBILITY))).isTrue();
    clock().advance(VISIBILITY.minusMillis(1));
    assertThat(tickets(store, "n2")).isEmpty();
    clock().advance(Duration.ofMillis(1));
    assertThat(take(store, "n2").get(0).attempt()).isEqualTo(2);
    assertThat(get(store.hold("s", "a1", "gone", VISIBILITY))).isFalse();
    assertThat(get(store.giveBack("s", "a1", "gone", Duration.ZERO, null))).isFalse();
    assertThat(finish(store, "a1", "gone")).isFalse();
    assertThat(finish(store, "a1", "n2")).isTrue();
  }

  @Test
  default void hold_keepsTheLane_andMarksTheRequestAsSent() {
    StoredRequests store = open(LIMITS);
    store(store, A, "a1");
    take(store, "n1");
    assertThat(stage(store, "a1")).contains(Stage.WAITING);
    clock().advance(VISIBILITY.minusMillis(1));
    assertThat(get(store.hold("s", "a1", "n1", VISIBILITY))).isTrue();
    clock().advance(VISIBILITY.minusMillis(1));
    assertThat(tickets(store, "n2")).isEmpty();
    assertThat(stage(store, "a1")).contains(Stage.SENT);
    assertThat(get(store.cancel("s", "a1"))).contains(Stage.SENT);
    assertThat(finish(store, "a1", "n1")).isTrue();
  }

  @Test
  default void requests_underManyConsumers_areDeliveredInOrderPerLane() {
    StoredLimits many =
        new StoredLimits(
            1_000, 1 << 20, 500, 1 << 20, Duration.ofMinutes(30), 3, 4, Duration.ofMinutes(5));
    StoredRequests store = open(many);
    Map<String, List<Integer>> done = new HashMap<>();
    Together.run(
        6,
        thread -> {
          if (thread < 3) {
            for (int i = 0; i < 40; i++) {
              assertThat(store(store, lane("l" + thread), thread + "-" + i)).isTrue();
            }
          }
          for (int empty = 0; empty < 20; ) {
            List<StoredDelivery> taken =
                get(store.take("s", "n" + thread, 2, VISIBILITY)).deliveries();
            empty = taken.isEmpty() ? empty + 1 : 0;
            for (StoredDelivery delivery : taken) {
              end(store, delivery, done);
            }
          }
          return thread;
        });
    for (List<StoredDelivery> rest = take(store, "last");
        !rest.isEmpty();
        rest = take(store, "last")) {
      rest.forEach(delivery -> end(store, delivery, done));
    }
    assertThat(done).hasSize(3);
    done.values()
        .forEach(
            numbers -> {
              List<Integer> sorted = new ArrayList<>(numbers);
              Collections.sort(sorted);
              assertThat(numbers).hasSize(40).isEqualTo(sorted);
            });
  }

  private static void end(
      StoredRequests store, StoredDelivery delivery, Map<String, List<Integer>> done) {
    String[] parts = delivery.ticket().split("-", -1);
    synchronized (done) {
      done.computeIfAbsent(parts[0], lane -> new ArrayList<>()).add(Integer.parseInt(parts[1]));
    }
    assertThat(get(store.hold("s", delivery.ticket(), delivery.consumer(), VISIBILITY))).isTrue();
    assertThat(finish(store, delivery.ticket(), delivery.consumer())).isTrue();
  }
}
