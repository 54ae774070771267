package com.throttlex.distributed;

import java.time.Duration;

/**
 * How a {@link Coalescer} gathers requests.
 *
 * @param timeout how long a request may take, waiting for its turn included
 * @param maxBatch the most requests that are sent at once
 * @param maxInFlight the most batches that are on their way at once
 * @param maxQueue the most requests that wait for their turn
 */
public record CoalescerSettings(Duration timeout, int maxBatch, int maxInFlight, int maxQueue) {
  /** Checks that there is room for at least one of each. */
  public CoalescerSettings {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: more than 0)");
    }
    requirePositive("maxBatch", maxBatch);
    requirePositive("maxInFlight", maxInFlight);
    requirePositive("maxQueue", maxQueue);
  }

  /** Batches of up to 128, two on their way, and up to 10,000 requests that wait. */
  public static CoalescerSettings of(Duration timeout) {
    return new CoalescerSettings(timeout, 128, 2, 10_000);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
    }
  }
}
