package com.throttlex.adaptive;

/**
 * What was seen of the requests that came to an end in a time.
 *
 * @param completed those that ended well
 * @param failed those that ended with an error of the server
 * @param dropped those that were given up: timed out, refused further on, never heard of again
 * @param meanMillis the mean of the times they took, without those dropped; 0 when there was none
 * @param p50Millis half of them took no longer
 * @param p95Millis 95 per cent took no longer
 * @param p99Millis 99 per cent took no longer
 * @param inFlight the largest number that was under way at one moment
 */
public record Traffic(
    long completed,
    long failed,
    long dropped,
    double meanMillis,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    long inFlight) {
  /** Nothing was seen. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0);

  public Traffic {
    requireCount("completed", completed);
    requireCount("failed", failed);
    requireCount("dropped", dropped);
    requireCount("in-flight", inFlight);
    requireTime("mean", meanMillis);
    requireTime("p50", p50Millis);
    requireTime("p95", p95Millis);
    requireTime("p99", p99Millis);
  }

  private static void requireCount(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "traffic." + name + ": " + count + " (expected: 0 or more)");
    }
  }

  private static void requireTime(String name, double millis) {
    if (!(millis >= 0 && millis <= 1e9)) {
      throw new IllegalArgumentException(
          "traffic." + name + ": " + millis + " (expected: milliseconds from 0 to 1000000000)");
    }
  }

  /** This and what was seen elsewhere, or at another time; percentiles are means, by requests. */
  Traffic and(Traffic other) {
    double of = (double) completed + failed;
    double all = of + other.completed + other.failed;
    double part = all == 0 ? 0 : of / all;
    return new Traffic(
        completed + other.completed,
        failed + other.failed,
        dropped + other.dropped,
        mean(part, meanMillis, other.meanMillis),
        mean(part, p50Millis, other.p50Millis),
        mean(part, p95Millis, other.p95Millis),
        mean(part, p99Millis, other.p99Millis),
        Math.max(inFlight, other.inFlight));
  }

  private static double mean(double part, double a, double b) {
    return part * a + (1 - part) * b;
  }

  /** How many came to an end. */
  public long ended() {
    return completed + failed + dropped;
  }
}
