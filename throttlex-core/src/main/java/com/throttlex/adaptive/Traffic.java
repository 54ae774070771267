package com.throttlex.adaptive;

/**
 * The requests that ended in a time span.
 *
 * @param completed the number that succeeded
 * @param failed the number that ended with an error of the server
 * @param dropped the number that were given up: timed out, denied by a later service, or never
 *     ended
 * @param meanMillis the mean of their times, without dropped ones; 0 when there were none
 * @param p50Millis the median of their times
 * @param p95Millis the 95th percentile of their times
 * @param p99Millis the 99th percentile of their times
 * @param inFlight the largest number in flight at one moment
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
  /** A time span without requests. */
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

  /**
   * Returns this traffic merged with that of another node or time; percentiles become means,
   * weighted by requests.
   */
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

  /** The number of requests that ended. */
  public long ended() {
    return completed + failed + dropped;
  }
}
