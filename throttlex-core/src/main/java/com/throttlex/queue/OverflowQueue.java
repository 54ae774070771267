package com.throttlex.queue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The contract of a queue for denied requests, with one bounded queue for each service.
 *
 * <p>A taken request is invisible to others until it is acknowledged or retried, or until its
 * visibility timeout expires because the consumer crashed. So each request is delivered at least
 * once, to one consumer at a time. A request that failed too often or waited too long becomes a
 * dead letter. No accepted request is dropped silently.
 *
 * <p>No method waits. A queue that is unavailable fails the stage with {@link
 * com.throttlex.store.StoreUnavailableException}.
 */
public interface OverflowQueue extends AutoCloseable {
  /** The service of requests that name no service. */
  String DEFAULT_SERVICE = "default";

  /** The largest number of characters of a queued request. */
  int MAX_REQUEST_LENGTH = 8192;

  /** The largest number of requests in one call of {@link #take}. */
  int MAX_TAKEN = 1000;

  /** The reason of dead letters whose deadline has passed. */
  String EXPIRED = "expired";

  /** The reason of dead letters that consumers took, but never acknowledged or retried. */
  String ABANDONED = "abandoned";

  /**
   * Queues a request; returns empty if the queue is full or the request is too long.
   *
   * @param once a name that is queued only once: until the deadline a repetition gets the first
   *     ticket; null if every request is new
   */
  CompletionStage<Optional<Ticket>> offer(String service, String request, @Nullable String once);

  /**
   * Takes the requests that have waited longest; returns an empty list if none can be taken now.
   *
   * @param max the largest number to take, from 1 to {@link #MAX_TAKEN}
   * @param visibility how long the consumer may keep them before others get them
   */
  CompletionStage<List<Delivery>> take(
      String service, String consumer, int max, Duration visibility);

  /** Removes a completed request; returns false if it was not taken or is not queued. */
  CompletionStage<Boolean> acknowledge(String service, String ticket);

  /**
   * Returns a taken request to the queue. The result is false if it is no longer queued, was never
   * taken, or another consumer has it.
   *
   * @param consumer the consumer that returns it; null to skip that comparison
   * @param after how long it stays invisible
   * @param reason why it failed; after the last attempt, the reason of its dead letter. Null if it
   *     did not fail: then the delivery does not count as an attempt
   */
  CompletionStage<Boolean> retry(
      String service,
      String ticket,
      @Nullable String consumer,
      Duration after,
      @Nullable String reason);

  /** Returns the state of a service's queue. */
  CompletionStage<QueueStatus> status(String service);

  /** Returns the latest dead letters of a service, newest first. */
  CompletionStage<List<DeadLetter>> deadLetters(String service, int max);

  /**
   * Checks the arguments of {@link #take}.
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
