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

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of ends: a taken request is acknowledged, returned, or a dead letter. */
interface QueueEndingContract extends QueueFixture {
  @Test
  default void request_whenAcknowledged_isGoneForGood() {
    OverflowQueue queue = open();
    offer(queue, "s", "r");
    Delivery delivery = takeOne(queue, "a");
    assertThat(acknowledge(queue, delivery)).isTrue();
    assertThat(acknowledge(queue, delivery)).isFalse();
    assertThat(fail(queue, delivery, "late")).isFalse();
    clock().advance(VISIBILITY.multipliedBy(2));
    assertThat(take(queue, "b", 10)).isEmpty();
    assertThat(dead(queue)).isEmpty();
  }

  @Test
  default void request_thatWasNotTaken_canNeitherBeEndedNorGivenBack() {
    OverflowQueue queue = open();
    Ticket ticket = offer(queue, "s", "r");
    for (String wrong : List.of(ticket.id(), "1-1", "0", "", "x", "*", "9".repeat(40), "1-1-1")) {
      assertThat(get(queue.acknowledge("s", wrong))).as(wrong).isFalse();
      assertThat(get(queue.retry("s", wrong, null, Duration.ZERO, "why"))).as(wrong).isFalse();
    }
    assertThat(get(queue.acknowledge("other", ticket.id()))).isFalse();
    assertThat(takeOne(queue, "a").attempt()).isEqualTo(1);
  }

  @Test
  default void request_thatFailed_comesBackAfterItsWait() {
    OverflowQueue queue = open();
    offer(queue, "s", "r");
    Delivery first = takeOne(queue, "a");
    assertThat(get(queue.retry("s", first.ticket(), "a", Duration.ofSeconds(2), "why"))).isTrue();
    assertThat(acknowledge(queue, first)).as("after it was given back").isFalse();
    clock().advance(Duration.ofMillis(1999));
    assertThat(take(queue, "b", 10)).isEmpty();
    clock().advance(Duration.ofMillis(1));
    assertThat(takeOne(queue, "b").attempt()).isEqualTo(2);
  }

  @Test
  default void request_thatFailsEveryTime_becomesADeadLetter() {
    OverflowQueue queue = open();
    Ticket ticket = offer(queue, "s", "r");
    for (int attempt = 1; attempt <= 3; attempt++) {
      Delivery delivery = takeOne(queue, "a");
      assertThat(delivery.attempt()).isEqualTo(attempt);
      assertThat(fail(queue, delivery, "failure " + attempt)).isTrue();
    }
    assertThat(take(queue, "a", 10)).isEmpty();
    assertThat(dead(queue))
        .containsExactly(new DeadLetter(ticket.id(), "r", "failure 3", 3, clock().now()));
    assertThat(status(queue)).isEqualTo(new QueueStatus(0, null, 1));
  }

  @Test
  default void request_thatEndsItsConsumersEveryTime_becomesADeadLetter() {
    OverflowQueue queue = open();
    Ticket ticket = offer(queue, "s", "r");
    for (int attempt = 1; attempt <= 3; attempt++) {
      takeOne(queue, "a" + attempt);
      clock().advance(VISIBILITY);
    }
    assertThat(take(queue, "b", 10)).isEmpty();
    assertThat(dead(queue))
        .containsExactly(
            new DeadLetter(ticket.id(), "r", OverflowQueue.ABANDONED, 3, clock().now()));
  }

  @Test
  default void givingBackWithoutAReason_isNoAttempt() {
    OverflowQueue queue = open();
    offer(queue, "s", "r");
    for (int i = 0; i < 10; i++) {
      Delivery delivery = takeOne(queue, "a");
      assertThat(delivery.attempt()).isEqualTo(1);
      assertThat(fail(queue, delivery, null)).isTrue();
      assertThat(fail(queue, delivery, null)).as("a second time").isFalse();
    }
    fail(queue, takeOne(queue, "a"), "why");
    assertThat(takeOne(queue, "a").attempt()).isEqualTo(2);
  }

  @Test
  default void givingBackWhatAnotherHasByNow_changesNothing() {
    OverflowQueue queue = open();
    offer(queue, "s", "r");
    Delivery late = takeOne(queue, "late");
    clock().advance(VISIBILITY);
    Delivery held = takeOne(queue, "b");
    assertThat(fail(queue, late, "late")).isFalse();
    assertThat(take(queue, "c", 10)).isEmpty();
    assertThat(get(queue.retry("s", held.ticket(), null, Duration.ZERO, null))).isTrue();
    assertThat(takeOne(queue, "c").attempt()).isEqualTo(2);
  }

  @Test
  default void request_whoseDeadlineHasPassed_becomesADeadLetter() {
    OverflowQueue queue = open();
    Ticket fresh = offer(queue, "s", "not taken");
    clock().advance(Duration.ofMillis(10));
    offer(queue, "s", "in time");
    clock().advance(LIMITS.patience().minusMillis(10));
    assertThat(take(queue, "a", 10)).extracting(Delivery::request).containsExactly("in time");
    clock().advance(VISIBILITY);
    assertThat(take(queue, "a", 10)).isEmpty();
    assertThat(dead(queue)).extracting(DeadLetter::request).containsExactly("in time", "not taken");
    assertThat(dead(queue)).extracting(DeadLetter::reason).containsOnly(OverflowQueue.EXPIRED);
    assertThat(dead(queue)).extracting(DeadLetter::attempts).containsExactly(1, 0);
    assertThat(dead(queue).get(1).ticket()).isEqualTo(fresh.id());
  }
}
