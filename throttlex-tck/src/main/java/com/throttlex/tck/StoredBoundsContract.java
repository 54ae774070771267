package com.throttlex.tck;

import static com.throttlex.tck.StoredFixture.answer;
import static com.throttlex.tck.StoredFixture.finish;
import static com.throttlex.tck.StoredFixture.get;
import static com.throttlex.tck.StoredFixture.lane;
import static com.throttlex.tck.StoredFixture.request;
import static com.throttlex.tck.StoredFixture.store;
import static com.throttlex.tck.StoredFixture.take;
import static com.throttlex.tck.StoredFixture.tickets;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of bounds: numbers and bytes, of a lane, of a service, and of one call. */
interface StoredBoundsContract extends StoredFixture {
  @Test
  default void bounds_ofLaneAndService_areExact() {
    StoredRequests store = open(LIMITS);
    for (int i = 0; i < 4; i++) {
      assertThat(store(store, A, "a" + i)).isTrue();
    }
    assertThat(store(store, A, "a4")).as("a fifth in the lane").isFalse();
    assertThat(get(store.find("s", "a4"))).isEmpty();
    for (int i = 0; i < 6; i++) {
      assertThat(store(store, lane("l" + i), "l" + i)).isTrue();
    }
    assertThat(store(store, B, "b")).as("an eleventh in all").isFalse();
    take(store, "n1");
    assertThat(store(store, B, "b")).as("while they are in hand").isFalse();
    finish(store, "a0", "n1");
    assertThat(store(store, A, "a4")).isTrue();
    assertThat(get(store.cancel("s", "a4"))).contains(Stage.WAITING);
    assertThat(store(store, B, "b")).isTrue();
    assertThat(store(store, lane("c"), "c")).isFalse();
  }

  @Test
  default void bounds_ofBytes_areExact() {
    StoredRequests store = open(LIMITS);
    String large = "x".repeat(900);
    assertThat(get(store.store(request(A, "a1", large), Duration.ZERO))).isTrue();
    assertThat(get(store.store(request(A, "a2", large), Duration.ZERO))).as("lane").isFalse();
    assertThat(get(store.store(request(B, "b1", large), Duration.ZERO))).isTrue();
    String c = lane("c");
    assertThat(get(store.store(request(c, "c1", large), Duration.ZERO))).as("all").isFalse();
    take(store, "n1");
    finish(store, "a1", "n1");
    assertThat(get(store.store(request(c, "c1", large), Duration.ZERO))).isTrue();
  }

  @Test
  default void answers_beyondTheBytesOfTheService_areKeptInBriefUntilOthersExpire() {
    StoredRequests store = open(LIMITS);
    String large = "x".repeat(900);
    for (String ticket : List.of("a1", "a2", "a3")) {
      store(store, A, ticket);
      take(store, "n1");
      assertThat(finish(store, ticket, "n1", large)).isTrue();
    }
    assertThat(answer(store, "a1")).isEqualTo(large);
    assertThat(answer(store, "a2")).isEqualTo(large);
    assertThat(answer(store, "a3")).isEqualTo("brief");
    assertThat(store(store, B, "b1")).as("requests have room of their own").isTrue();
    clock().advance(LIMITS.kept());
    take(store, "n1");
    assertThat(finish(store, "b1", "n1", large)).isTrue();
    assertThat(answer(store, "b1")).isEqualTo(large);
  }

  @Test
  default void take_returnsAtMostItsBytes_andAtLeastOneRequest() {
    int most = StoredRequests.MAX_TAKEN_BYTES;
    StoredLimits large =
        new StoredLimits(9, 9L * most, 9, 9L * most, LIMITS.patience(), 3, 4, LIMITS.kept());
    StoredRequests store = open(large);
    byte[] body = new byte[most / 2 + 1];
    for (String name : List.of("a", "b", "c")) {
      get(store.store(new StoredRequest("s", name, lane(name), "", body), Duration.ZERO));
    }
    assertThat(take(store, "n1")).hasSize(1);
    assertThat(take(store, "n1")).hasSize(1);
    get(store.store(new StoredRequest("s", "d", lane("d"), "", new byte[most + 1]), Duration.ZERO));
    assertThat(tickets(store, "n1")).containsExactly("c");
    assertThat(tickets(store, "n1")).containsExactly("d");
  }
}
