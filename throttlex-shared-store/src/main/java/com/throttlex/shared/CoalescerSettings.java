package com.throttlex.shared;

import java.time.Duration;

/**
 * The settings of a {@link Coalescer}.
 *
 * @param timeout the timeout of a request, including its time in the queue
 * @param maxBatch the most requests in one batch
 * @param maxInFlight the most batches in flight
 * @param maxQueue the most requests in the queue
 */
public record CoalescerSettings(Duration timeout, int maxBatch, int maxInFlight, int maxQueue) {
  /** Throws if the timeout is not positive or a number is less than 1. */
  public CoalescerSettings {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: more than 0)");
    }
    requirePositive("maxBatch", maxBatch);
    requirePositive("maxInFlight", maxInFlight);
    requirePositive("maxQueue", maxQueue);
  }

  /** Returns settings with batches of up to 128, two batches in flight and a queue of 10,000. */
  public static CoalescerSettings of(Duration timeout) {
    return new CoalescerSettings(timeout, 128, 2, 10_000);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
    }
  }
}
