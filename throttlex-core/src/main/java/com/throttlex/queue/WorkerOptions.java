package com.throttlex.queue;

import java.time.Duration;

/**
 * How a {@link QueueWorker} works.
 *
 * @param service whose queue it drains
 * @param consumer its name, another for each worker
 * @param visibility how long it may keep a request: longer than its patience and its work together
 * @param patience how long it waits with a request in its hands until that is allowed; one that has
 *     to wait longer is put back until then, and the next one is taken
 * @param poll how long it waits before it looks into an empty queue again
 * @param backoff how long a request waits after it failed the first time; each time twice as long
 */
public record WorkerOptions(
    String service,
    String consumer,
    Duration visibility,
    Duration patience,
    Duration poll,
    Duration backoff) {
  /** Half a minute, a second, a fifth of a second and a second. */
  public static WorkerOptions of(String service, String consumer) {
    return new WorkerOptions(
        service,
        consumer,
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofMillis(200),
        Duration.ofSeconds(1));
  }

  /** Checks that the visibility is the longest. */
  public WorkerOptions {
    if (visibility.compareTo(patience) <= 0) {
      throw new IllegalArgumentException(
          "visibility: " + visibility + " (expected: more than the patience of " + patience + ")");
    }
  }

  /** These options with another visibility. */
  public WorkerOptions withVisibility(Duration visibility) {
    return new WorkerOptions(service, consumer, visibility, patience, poll, backoff);
  }

  /** How long a request waits after that many failures. */
  Duration backoff(int attempts) {
    return backoff.multipliedBy(1L << Math.min(attempts - 1, 10));
  }
}
