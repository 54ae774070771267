package com.throttlex.queue;

import java.time.Duration;

/**
 * The limits of a queue.
 *
 * @param length the largest number of requests in the queue of one service
 * @param patience how long a request may be queued before it is given up
 * @param attempts how many times a request is delivered before it is given up
 * @param dead the largest number of dead letters of one service; the oldest make room
 */
public record QueueLimits(int length, Duration patience, int attempts, int dead) {
  /** 10,000 requests, five minutes, five attempts, 1,000 dead letters. */
  public static final QueueLimits DEFAULT =
      new QueueLimits(10_000, Duration.ofMinutes(5), 5, 1_000);

  /** Checks that all are positive. */
  public QueueLimits {
    require("length", length);
    require("patience", patience.toMillis());
    require("attempts", attempts);
    require("dead", dead);
  }

  private static void require(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
    }
  }
}
