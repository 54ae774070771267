package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A queue, its clock, and shortcuts for the parts of the queue contract. */
interface QueueFixture {
  /** Ten requests, five minutes, three attempts, four dead letters. */
  QueueLimits LIMITS = new QueueLimits(10, Duration.ofMinutes(5), 3, 4);

  Duration VISIBILITY = Duration.ofSeconds(30);

  /** Returns an empty queue, which is closed after the test. */
  OverflowQueue open(QueueLimits limits);

  /** Returns the clock of the queue. */
  ManualClock clock();

  default OverflowQueue open() {
    return open(LIMITS);
  }

  static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | TimeoutException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  static Ticket offer(OverflowQueue queue, String service, String request) {
    return get(queue.offer(service, request, null)).orElseThrow();
  }

  static List<Delivery> take(OverflowQueue queue, String consumer, int max) {
    return get(queue.take("s", consumer, max, VISIBILITY));
  }

  static Delivery takeOne(OverflowQueue queue, String consumer) {
    List<Delivery> taken = take(queue, consumer, 1);
    assertThat(taken).hasSize(1);
    return taken.get(0);
  }

  static boolean fail(OverflowQueue queue, Delivery delivery, @Nullable String reason) {
    return get(queue.retry("s", delivery.ticket(), delivery.consumer(), Duration.ZERO, reason));
  }

  static boolean acknowledge(OverflowQueue queue, Delivery delivery) {
    return get(queue.acknowledge(delivery.service(), delivery.ticket()));
  }

  static QueueStatus status(OverflowQueue queue) {
    return get(queue.status("s"));
  }

  static List<DeadLetter> dead(OverflowQueue queue) {
    return get(queue.deadLetters("s", 100));
  }
}
