package com.throttlex.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory of all queues together is bounded, whatever services are called. */
class MemoryQueueTest {
  private static final int ROOM = 100_000;
  private static final String REQUEST = "x".repeat(744); // a thousand with what an entry needs

  private final ManualTime time = new ManualTime();
  private final MemoryQueue queue = new MemoryQueue(QueueLimits.DEFAULT, time, ROOM);

  private boolean offer(String service) {
    return queue.offer(service, REQUEST, null).toCompletableFuture().join().isPresent();
  }

  private List<Delivery> take(String service) {
    return queue.take(service, "w", 100, Duration.ofSeconds(30)).toCompletableFuture().join();
  }

  private void fill() {
    for (int i = 0; i < 100; i++) {
      assertThat(offer("service-" + i)).isTrue();
    }
  }

  @Test
  void requestsOfManyServices_beyondTheRoom_areRefusedUntilSomeEnd() {
    fill();
    assertThat(offer("service-0")).isFalse();
    assertThat(offer("another")).isFalse();
    Delivery taken = take("service-7").get(0);
    assertThat(offer("another")).isFalse();
    queue.acknowledge("service-7", taken.ticket());
    assertThat(offer("another")).isTrue();
    assertThat(offer("another")).isFalse();
  }

  @Test
  void requestsThatExpired_makeRoomForOtherServices() {
    fill();
    assertThat(offer("another")).isFalse();
    time.pass(QueueLimits.DEFAULT.patience());
    for (int i = 0; i < 100; i++) {
      assertThat(offer("another")).isTrue();
    }
    assertThat(offer("another")).isFalse();
  }

  @Test
  void deadLetters_makeRoomForRequests() {
    fill();
    time.pass(QueueLimits.DEFAULT.patience());
    for (int i = 0; i < 100; i++) {
      assertThat(take("service-" + i)).isEmpty();
    }
    assertThat(queue.deadLetters("service-3", 10).toCompletableFuture().join()).hasSize(1);
    assertThat(offer("another")).isTrue();
    assertThat(queue.deadLetters("service-3", 10).toCompletableFuture().join()).isEmpty();
  }

  @Test
  void whatIsQueuedOnce_inAFlood_takesAQuarterOfTheRoomAndTheLatestIsRemembered() {
    for (int i = 0; i < 10_000; i++) {
      Ticket ticket = queue.offer("a", "r", "once-" + i).toCompletableFuture().join().orElseThrow();
      assertThat(queue.offer("a", "r", "once-" + i).toCompletableFuture().join()).hasValue(ticket);
      queue.acknowledge("a", take("a").get(0).ticket());
      assertThat(queue.memory().bytes()).isLessThanOrEqualTo(ROOM / 4 + 1000);
    }
    assertThat(queue.memory().bytes()).isGreaterThan(ROOM / 5);
  }

  @Test
  void tickets_areNeverGivenTwice() {
    Ticket first = queue.offer("a", "r", null).toCompletableFuture().join().orElseThrow();
    queue.acknowledge("a", take("a").get(0).ticket());
    Ticket second = queue.offer("a", "r", null).toCompletableFuture().join().orElseThrow();
    assertThat(second.id()).isNotEqualTo(first.id());
  }

  @Test
  void limitsAndOptions_thatMakeNoSense_areRefused() {
    assertThatThrownBy(() -> new QueueLimits(0, Duration.ofMinutes(1), 1, 1))
        .hasMessage("length: 0 (expected: at least 1)");
    assertThatThrownBy(() -> new QueueLimits(1, Duration.ZERO, 1, 1))
        .hasMessage("patience: 0 (expected: at least 1)");
    assertThatThrownBy(() -> WorkerOptions.of("s", "c").withVisibility(Duration.ofSeconds(1)))
        .hasMessageStartingWith("visibility: PT1S (expected: more than the patience");
  }
}
