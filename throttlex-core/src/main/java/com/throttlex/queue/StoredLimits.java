package com.throttlex.queue;

import java.time.Duration;

/**
 * The limits of stored requests.
 *
 * @param count the largest number of waiting requests of one service
 * @param bytes the largest number of bytes of the waiting requests of one service, and the same
 *     again of its kept answers
 * @param laneCount the largest number of waiting requests in one lane
 * @param laneBytes the largest number of bytes in one lane; a single request may have more
 * @param patience how long a request may wait before it is given up
 * @param attempts how many times a request is delivered before it is given up
 * @param dead the largest number of dead letters of one service; the oldest make room
 * @param kept how long the end of a request is kept, with its answer
 */
public record StoredLimits(
    int count,
    long bytes,
    int laneCount,
    long laneBytes,
    Duration patience,
    int attempts,
    int dead,
    Duration kept) {
  /**
   * 10,000 requests and 256 MB in all, 1,000 requests and 64 MB in a lane, an hour, five attempts,
   * 1,000 dead letters, answers for five minutes.
   */
  public static final StoredLimits DEFAULT =
      new StoredLimits(
          10_000,
          256L << 20,
          1_000,
          64L << 20,
          Duration.ofHours(1),
          5,
          1_000,
          Duration.ofMinutes(5));

  /** Returns whether a lane, and its service, have room for a request of that many bytes. */
  public boolean hasRoom(
      long serviceCount, long serviceBytes, long countInLane, long bytesInLane, long more) {
    return serviceCount < count
        && serviceBytes + more <= bytes
        && countInLane < laneCount
        && (countInLane == 0 || bytesInLane + more <= laneBytes);
  }
}
