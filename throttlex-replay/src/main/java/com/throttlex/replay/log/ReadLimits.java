package com.throttlex.replay.log;

import java.io.InputStream;
import java.util.function.UnaryOperator;

/**
 * The bounds of reading logs.
 *
 * @param openBytes the memory of all files that are open at one time; one file is always open
 * @param waitingBytes the memory of the requests that wait to be put into order
 * @param plain wraps the bytes of each file after their decompression, for example to end a reading
 *     that takes too long
 */
public record ReadLimits(long openBytes, long waitingBytes, UnaryOperator<InputStream> plain) {
  private static final int OPEN_PART = 3;
  private static final int WAITING_PART = 8;
  private static final long MOST_WAITING = 64L << 20;

  /** Returns the bounds of a process that does nothing else. */
  public static ReadLimits ofThisProcess() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** Returns bounds that leave most of a heap to others, without an end of the reading. */
  public static ReadLimits ofHeap(long bytes) {
    return new ReadLimits(
        bytes / OPEN_PART, Math.min(MOST_WAITING, bytes / WAITING_PART), UnaryOperator.identity());
  }

  /** Returns the same bounds with other streams. */
  public ReadLimits with(UnaryOperator<InputStream> plain) {
    return new ReadLimits(openBytes, waitingBytes, plain);
  }
}
