package com.throttlex.tck;

import static com.throttlex.tck.QueueFixture.acknowledge;
import static com.throttlex.tck.QueueFixture.dead;
import static com.throttlex.tck.QueueFixture.get;
import static com.throttlex.tck.QueueFixture.offer;
import static com.throttlex.tck.QueueFixture.status;
import static com.throttlex.tck.QueueFixture.take;
import static com.throttlex.tck.QueueFixture.takeOne;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The contract of bounds: a queue holds at most its maximum, and reports it. */
interface QueueBoundsContract extends QueueFixture {
  @Test
  default void fullQueue_refuses_untilThereIsRoom() {
    OverflowQueue queue = open();
    for (int i = 0; i < 10; i++) {
      offer(queue, "s", "r" + i);
    }
    assertThat(get(queue.offer("s", "more", null))).isEmpty();
    assertThat(get(queue.offer("other", "more", null))).isPresent();
    Delivery taken = takeOne(queue, "a");
    assertThat(get(queue.offer("s", "more", null))).as("while one is in hand").isEmpty();
    acknowledge(queue, taken);
    assertThat(get(queue.offer("s", "more", null))).isPresent();
    assertThat(get(queue.offer("s", "more", null))).isEmpty();
    assertThat(status(queue).length()).isEqualTo(10);
  }

  @Test
  default void fullQueue_whenItsRequestsHaveExpired_hasRoom() {
    OverflowQueue queue = open();
    for (int i = 0; i < 10; i++) {
      offer(queue, "s", "r" + i);
    }
    Delivery inHand = get(queue.take("s", "a", 1, Duration.ofHours(1))).get(0);
    clock().advance(LIMITS.patience());
    offer(queue, "s", "fresh");
    assertThat(status(queue).length()).isEqualTo(2);
    assertThat(acknowledge(queue, inHand)).as("what was in hand could still end").isTrue();
    assertThat(take(queue, "b", 10)).extracting(Delivery::request).containsExactly("fresh");
  }

  @Test
  default void length_underManyThreads_isExact() {
    OverflowQueue queue = open(new QueueLimits(100, Duration.ofMinutes(5), 3, 4));
    long accepted =
        Together.sum(
            32,
            thread -> {
              long fit = 0;
              for (int i = 0; i < 25; i++) {
                fit += get(queue.offer("s", thread + "/" + i, null)).isPresent() ? 1 : 0;
              }
              return fit;
            });
    assertThat(accepted).isEqualTo(100);
    assertThat(status(queue).length()).isEqualTo(100);
  }

  @Test
  default void tooLongRequest_isRefused() {
    OverflowQueue queue = open();
    assertThat(get(queue.offer("s", "x".repeat(OverflowQueue.MAX_REQUEST_LENGTH), null)))
        .isPresent();
    assertThat(get(queue.offer("s", "x".repeat(OverflowQueue.MAX_REQUEST_LENGTH + 1), null)))
        .isEmpty();
  }

  @Test
  default void repetition_ofWhatIsQueuedOnce_getsTheSameTicket() {
    OverflowQueue queue = open();
    Ticket first = get(queue.offer("s", "r", "once")).orElseThrow();
    clock().advance(Duration.ofSeconds(1));
    assertThat(get(queue.offer("s", "r", "once"))).contains(first);
    acknowledge(queue, takeOne(queue, "a"));
    assertThat(get(queue.offer("s", "r", "once"))).as("after it was done").contains(first);
    assertThat(status(queue).length()).isZero();
    assertThat(get(queue.offer("s", "r", "twice")).orElseThrow().id()).isNotEqualTo(first.id());
    assertThat(get(queue.offer("other", "r", "once"))).isPresent();
    assertThat(get(queue.status("other")).length()).isEqualTo(1);
  }

  @Test
  default void deadLetters_areBounded_theOldestMakeRoom() {
    OverflowQueue queue = open();
    for (int i = 0; i < 6; i++) {
      offer(queue, "s", "r" + i);
    }
    clock().advance(LIMITS.patience());
    take(queue, "a", 10);
    assertThat(status(queue)).isEqualTo(new QueueStatus(0, null, 4));
    assertThat(dead(queue)).extracting(DeadLetter::request).containsExactly("r5", "r4", "r3", "r2");
    assertThat(get(queue.deadLetters("s", 1))).hasSize(1);
  }

  @Test
  default void status_namesTheOldestRequest() {
    OverflowQueue queue = open();
    Instant first = clock().now();
    offer(queue, "s", "a");
    clock().advance(Duration.ofSeconds(7));
    offer(queue, "s", "b");
    assertThat(status(queue)).isEqualTo(new QueueStatus(2, first, 0));
    acknowledge(queue, takeOne(queue, "w"));
    assertThat(status(queue)).isEqualTo(new QueueStatus(1, first.plusSeconds(7), 0));
  }
}
