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

  /** How many came to an end. */
  public long ended() {
    return completed + failed + dropped;
  }
}
