package com.throttlex.replay.suggest;

/**
 * The most requests of one key in a second, minute, hour and day, and in all.
 *
 * <p>The count of a window is the one of the sliding window counter: the previous window counts for
 * the part that is not over. So a burst across the end of a window is seen whole.
 */
final class KeyPeaks {
  private static final RateWindow[] WINDOWS = RateWindow.values();

  /** The index of the number of all requests. */
  static final int TOTAL = WINDOWS.length;

  /** The number of values of a key. */
  static final int SIZE = TOTAL + 1;

  private final long[] window = new long[TOTAL];
  private final int[] now = new int[TOTAL];
  private final int[] before = new int[TOTAL];
  private final int[] peak = new int[SIZE];

  /** Counts a request. */
  void add(long nanos) {
    for (RateWindow of : WINDOWS) {
      int i = of.index();
      long length = of.nanos();
      long current = nanos / length;
      if (current > window[i]) {
        before[i] = current == window[i] + 1 ? now[i] : 0;
        now[i] = 0;
        window[i] = current;
      }
      now[i]++;
      double left = 1 - (double) (nanos % length) / length;
      peak[i] = Math.max(peak[i], (int) Math.ceil(before[i] * left) + now[i]);
    }
    peak[TOTAL]++;
  }

  /** Returns the most requests in a window, or all for {@link #TOTAL}. */
  int most(int index) {
    return peak[index];
  }
}
