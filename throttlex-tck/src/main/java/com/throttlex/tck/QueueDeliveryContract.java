package com.throttlex.tck;

import static com.throttlex.tck.QueueFixture.acknowledge;
import static com.throttlex.tck.QueueFixture.dead;
import static com.throttlex.tck.QueueFixture.fail;
import static com.throttlex.tck.QueueFixture.get;
import static com.throttlex.tck.QueueFixture.offer;
import static com.throttlex.tck.QueueFixture.status;
import static com.throttlex.tck.QueueFixture.take;
import static com.throttlex.tck.QueueFixture.takeOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * The contract of delivery: requests are delivered in order, to one consumer at a time, and again
 * if that consumer crashes.
 */
interface QueueDeliveryContract extends QueueFixture {
  @Test
  default void request_whenTaken_isWhatWasQueued() {
    OverflowQueue queue = open();
    String text = "{\"user\":\"\u00e9\ud83d\ude00 \\\" \"}";
    Ticket ticket = offer(queue, "s", text);
    assertThat(ticket.deadline()).isEqualTo(clock().now().plus(LIMITS.patience()));
    assertThat(takeOne(queue, "a"))
        .isEqualTo(new Delivery("s", ticket.id(), "a", text, ticket.deadline(), 1));
  }

  @Test
  default void requests_whenTaken_comeInTheOrderOfTheirOffers() {
    OverflowQueue queue = open();
    for (int i = 0; i < 10; i++) {
      offer(queue, "s", "r" + i);
    }
    List<Delivery> taken = new ArrayList<>(take(queue, "a", 4));
    taken.addAll(take(queue, "b", 100));
    assertThat(taken)
        .extracting(Delivery::request)
        .containsExactly("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9");
  }

  @Test
  default void emptyQueue_hasNothingToTakeOrToSay() {
    OverflowQueue queue = open();
    assertThat(take(queue, "a", 10)).isEmpty();
    assertThat(status(queue)).isEqualTo(new QueueStatus(0, null, 0));
    assertThat(dead(queue)).isEmpty();
  }

  @Test
  default void services_withLikeNames_haveQueuesOfTheirOwn() {
    OverflowQueue queue = open();
    List<String> services =
        List.of(
            "a", "A", "{a}", "a}", "a}:dead", "a:dead", "a:due", "a b", "a+b", "a%20b", "\u00e4",
            "/");
    services.forEach(service -> offer(queue, service, "of " + service));
    for (String service : services) {
      List<Delivery> taken = get(queue.take(service, "w", 10, VISIBILITY));
      assertThat(taken).extracting(Delivery::request).containsExactly("of " + service);
    }
  }

  @Test
  default void request_whileInHand_isNotDeliveredAgain() {
    OverflowQueue queue = open();
    offer(queue, "s", "r");
    takeOne(queue, "a");
    clock().advance(VISIBILITY.minusMillis(1));
    assertThat(take(queue, "a", 10)).isEmpty();
    assertThat(take(queue, "b", 10)).isEmpty();
  }

  @Test
  default void request_whenItsConsumerIsGone_isDeliveredToAnother() {
    OverflowQueue queue = open();
    Ticket ticket = offer(queue, "s", "r");
    takeOne(queue, "gone");
    clock().advance(VISIBILITY);
    Delivery again = takeOne(queue, "b");
    assertThat(again).isEqualTo(new Delivery("s", ticket.id(), "b", "r", ticket.deadline(), 2));
    assertThat(take(queue, "c", 10)).isEmpty();
    assertThat(acknowledge(queue, again)).isTrue();
    assertThat(status(queue).length()).isZero();
  }

  @Test
  default void visibility_isThatOfTheDelivery_notOfTheOneWhoAsks() {
    OverflowQueue queue = open();
    offer(queue, "s", "long");
    get(queue.take("s", "a", 1, Duration.ofMinutes(4)));
    offer(queue, "s", "short");
    get(queue.take("s", "a", 1, Duration.ofSeconds(1)));
    clock().advance(Duration.ofMinutes(2));
    assertThat(get(queue.take("s", "b", 10, Duration.ofMillis(1))))
        .extracting(Delivery::request)
        .containsExactly("short");
  }

  @Test
  default void taking_withoutANameOrOutOfRange_isRefused() {
    OverflowQueue queue = open();
    for (int max : new int[] {0, -1, OverflowQueue.MAX_TAKEN + 1}) {
      assertThatThrownBy(() -> queue.take("s", "a", max, VISIBILITY))
          .hasMessageContaining("max: " + max);
    }
    assertThatThrownBy(() -> queue.take("s", "", 1, VISIBILITY)).hasMessageContaining("consumer");
    assertThatThrownBy(() -> queue.take("s", "a", 1, Duration.ZERO))
        .hasMessageContaining("visibility");
  }

  @Test
  default void requests_underManyConsumers_areEachDoneOnce() {
    OverflowQueue queue = open(new QueueLimits(2000, Duration.ofMinutes(5), 3, 4));
    Set<String> held = ConcurrentHashMap.newKeySet();
    List<List<String>> done =
        Together.run(
            16, thread -> thread < 4 ? produce(queue, thread) : consume(queue, thread, held));
    Set<String> all = new HashSet<>();
    for (List<String> part : done) {
      assertThat(part).allMatch(all::add, "done by one only");
    }
    consume(queue, 99, held).forEach(last -> assertThat(all.add(last)).isTrue());
    assertThat(all).hasSize(4 * 100);
    assertThat(status(queue)).isEqualTo(new QueueStatus(0, null, 0));
  }

  private static List<String> produce(OverflowQueue queue, int thread) {
    for (int i = 0; i < 100; i++) {
      offer(queue, "s", thread + "/" + i);
    }
    return List.of();
  }

  /**
   * Takes and acknowledges requests until there has been none for some time; returns every tenth to
   * the queue.
   */
  private static List<String> consume(OverflowQueue queue, int thread, Set<String> held) {
    List<String> done = new ArrayList<>();
    int count = 0;
    for (int empty = 0; empty < 20; ) {
      List<Delivery> taken = take(queue, "c" + thread, 3);
      empty = taken.isEmpty() ? empty + 1 : 0;
      for (Delivery delivery : taken) {
        assertThat(held.add(delivery.ticket())).as("in the hands of one only").isTrue();
        held.remove(delivery.ticket());
        if (++count % 10 == 0) {
          assertThat(fail(queue, delivery, null)).isTrue();
        } else {
          done.add(delivery.request());
          assertThat(acknowledge(queue, delivery)).isTrue();
        }
      }
    }
    return done;
  }
}
