package com.throttlex.queue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Holds requests that did not fit, one bounded queue for each service.
 *
 * <p>A request that was taken is invisible to others until it is acknowledged, given back, or the
 * visibility timeout of its delivery is over; the last means that its consumer is gone. So each
 * request is delivered at least once, and to one consumer at a time. What has failed too often or
 * waited too long becomes a dead letter; nothing that was accepted is dropped in silence.
 *
 * <p>No method waits. A queue that cannot be reached fails the stage with {@link
 * com.throttlex.store.StoreUnavailableException}.
 */
public interface OverflowQueue extends AutoCloseable {
  /** The service of requests that name none. */
  String DEFAULT_SERVICE = "default";

  /** The most characters of a request that is queued. */
  int MAX_REQUEST_LENGTH = 8192;

  /** The most requests that are taken at once. */
  int MAX_TAKEN = 1000;

  /** The reason of dead letters whose deadline has passed. */
  String EXPIRED = "expired";

  /** The reason of dead letters that no consumer said anything of, as often as they were taken. */
  String ABANDONED = "abandoned";

  /**
   * Queues a request; none when the queue is full or the request too long.
   *
   * @param once names what may be queued only once: within the deadline a repetition gets the first
   *     ticket; null when every request is another
   */
  CompletionStage<Optional<Ticket>> offer(String service, String request, @Nullable String once);

  /**
   * Takes the requests that have waited longest; none when there are none to be had now.
   *
   * @param max how many at most, from 1 to {@link #MAX_TAKEN}
   * @param visibility how long the consumer may keep them before others get them
   */
  CompletionStage<List<Delivery>> take(
      String service, String consumer, int max, Duration visibility);

  /** Ends a request that was taken; false when it was never taken or is gone already. */
  CompletionStage<Boolean> acknowledge(String service, String ticket);

  /**
   * Gives a request back that was taken; false when it is gone, was never taken, or another
   * consumer has it by now.
   *
   * @param consumer who gives it back; null when that is not to be compared
   * @param after how long it stays invisible
   * @param reason why it failed; after the last attempt the reason of its dead letter. Null when it
   *     did not fail: the delivery is then not counted as an attempt
   */
  CompletionStage<Boolean> retry(
      String service,
      String ticket,
      @Nullable String consumer,
      Duration after,
      @Nullable String reason);

  /** The state of a service's queue. */
  CompletionStage<QueueStatus> status(String service);

  /** The latest dead letters of a service, the last one first. */
  CompletionStage<List<DeadLetter>> deadLetters(String service, int max);

  /**
   * Checks what {@link #take} is asked.
   *
   * @throws IllegalArgumentException when the consumer has no name, or a number is out of range
   */
  static void requireTaking(String consumer, int max, Duration visibility) {
    if (consumer.isEmpty()) {
      throw new IllegalArgumentException("consumer: empty (expected: a name)");
    }
    if (max < 1 || max > MAX_TAKEN) {
      throw new IllegalArgumentException(
          "max: " + max + " (expected: from 1 to " + MAX_TAKEN + ")");
    }
    if (visibility.toMillis() < 1) {
      throw new IllegalArgumentException("visibility: " + visibility + " (expected: at least 1ms)");
    }
  }

  @Override
  void close();
}
