package com.throttlex.algorithm;

/**
 * A limit that counts in windows with fixed start times: whole periods since the epoch, or calendar
 * days, weeks, months.
 *
 * <p><b>State.</b> The number of a window and the units counted in it, as one word ({@link Tally}).
 * A word of an earlier window counts as 0. A word of a later window stays in force; it occurs when
 * the clock went back.
 *
 * <p><b>Bound.</b> At most the amount within a window, hence at most twice the amount in any time
 * as long as one.
 */
public final class FixedWindow extends Meter {
  private final long amount;
  private final Windows windows;
  private final Tally tally;

  FixedWindow(Rate rate) {
    super(Algorithm.FIXED_WINDOW, rate);
    amount = rate.amount();
    windows = new Windows(rate.period());
    tally = new Tally(rate.period());
  }

  @Override
  public long charge(long word, long previous, long cost, long now, long maxDelay) {
    long window = window(word, now);
    long count = tally.count(word, window);
    return cost > amount - count ? DENIED : tally.word(window, count + cost);
  }

  @Override
  public long remaining(long word, long previous, long now) {
    return Math.max(0, amount - used(word, previous, now));
  }

  @Override
  public long resetAt(long word, long previous, long now) {
    return windows.end(window(word, now));
  }

  @Override
  public long waitFor(long word, long previous, long cost, long now, long maxDelay) {
    if (cost > amount) {
      return NEVER;
    }
    long window = window(word, now);
    return cost <= amount - tally.count(word, window) ? 0 : windows.end(window) - now;
  }

  @Override
  public long used(long word, long previous, long now) {
    return tally.count(word, window(word, now));
  }

  @Override
  public long wordOf(long used, long now) {
    return tally.word(windows.number(now), used);
  }

  @Override
  public long bookedAt(long word, long now) {
    return Math.max(now, windows.start(tally.number(word)));
  }

  @Override
  public long settle(long word, long previous, long bookedAt, long delta, long now) {
    if (delta >= 0) {
      return tally.add(word, window(word, now), delta);
    }
    return tally.refund(word, windows.number(bookedAt), -delta);
  }

  @Override
  public long capacity() {
    return amount;
  }

  /**
   * Returns how many of the word's lowest bits are the count; the others are the window's number.
   */
  public int countBits() {
    return tally.bits();
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof FixedWindow && rate().period().equals(other.rate().period());
  }

  private long window(long word, long now) {
    return Math.max(windows.number(now), tally.number(word));
  }
}
