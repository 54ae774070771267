package com.throttlex.queue;

import java.time.Duration;

/**
 * The options of a {@link QueueWorker}.
 *
 * @param service the service whose queue it drains
 * @param consumer its name, unique for each worker
 * @param visibility how long it may keep a request: longer than its patience and its work together
 * @param patience how long it waits for a taken request to be allowed; if the wait is longer, the
 *     request is returned until then, and the next one is taken
 * @param poll how long it waits before it polls an empty queue again
 * @param backoff how long a request waits after its first failure; doubled after each further one
 */
public record WorkerOptions(
    String service,
    String consumer,
    Duration visibility,
    Duration patience,
    Duration poll,
    Duration backoff) {
  /** Returns options with visibility 30 s, patience 1 s, poll 200 ms and backoff 1 s. */
  public static WorkerOptions of(String service, String consumer) {
    return new WorkerOptions(
        service,
        consumer,
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofMillis(200),
        Duration.ofSeconds(1));
  }

  /** Checks that the visibility is longer than the patience. */
  public WorkerOptions {
    if (visibility.compareTo(patience) <= 0) {
      throw new IllegalArgumentException(
          "visibility: " + visibility + " (expected: more than the patience of " + patience + ")");
    }
  }

  /** Returns these options with another visibility. */
  public WorkerOptions withVisibility(Duration visibility) {
    return new WorkerOptions(service, consumer, visibility, patience, poll, backoff);
  }

  /** Returns how long a request waits after that many failures. */
  Duration backoff(int attempts) {
    return backoff.multipliedBy(1L << Math.min(attempts - 1, 10));
  }
}
