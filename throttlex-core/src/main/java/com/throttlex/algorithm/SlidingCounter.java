package com.throttlex.algorithm;

/**
 * A sliding window counter. It estimates a sliding window from two counts: that of the current
 * fixed window, plus the part of the previous one's that the sliding window still covers.
 *
 * <p><b>Formula.</b> If {@code left} of the current window remains, {@code used = current +
 * ⌈previous · left / period⌉}. The estimate assumes that the previous window's requests were evenly
 * spread.
 *
 * <p><b>State.</b> One word per window, number and count ({@link Tally}); the previous word changes
 * only when the window does.
 *
 * <p><b>Bound.</b> Less than twice the amount in any time as long as the period, and only against
 * traffic that knows the window's edges; on ordinary traffic Cloudflare found 0.003 % misjudged.
 */
public final class SlidingCounter extends Meter {
  private final long amount;
  private final long period;
  private final Tally tally;

  SlidingCounter(Rate rate) {
    super(Algorithm.SLIDING_WINDOW_COUNTER, rate);
    amount = rate.amount();
    period = rate.period().nanos();
    tally = new Tally(rate.period());
  }

  @Override
  public long charge(long word, long previous, long cost, long now, long maxDelay) {
    if (cost > amount - used(word, previous, now)) {
      return DENIED;
    }
    long window = window(word, now);
    return tally.word(window, tally.count(word, window) + cost);
  }

  @Override
  public long previousAfter(long word, long previous, long next) {
    return tally.number(next) == tally.number(word) ? previous : word;
  }

  @Override
  public long remaining(long word, long previous, long now) {
    return Math.max(0, amount - used(word, previous, now));
  }

  @Override
  public long resetAt(long word, long previous, long now) {
    long window = window(word, now);
    if (tally.count(word, window) > 0) {
      return (window + 2) * period;
    }
    return before(word, previous, window) > 0 ? (window + 1) * period : now;
  }

  @Override
  public long waitFor(long word, long previous, long cost, long now, long maxDelay) {
    if (cost > amount) {
      return NEVER;
    }
    if (cost <= amount - used(word, previous, now)) {
      return 0;
    }
    long window = window(word, now);
    long current = tally.count(word, window);
    long end = (window + 1) * period;
    long room = amount - cost - current;
    if (room >= 0) {
      return end - MulDiv.floor(room, period, before(word, previous, window)) - now;
    }
    return end + period - MulDiv.floor(amount - cost, period, current) - now;
  }

  @Override
  public long used(long word, long previous, long now) {
    long window = window(word, now);
    long left = Math.min(period, (window + 1) * period - now);
    return tally.count(word, window) + MulDiv.ceil(before(word, previous, window), left, period);
  }

  @Override
  public long wordOf(long used, long now) {
    return tally.word(now / period, used);
  }

  @Override
  public long bookedAt(long word, long now) {
    return Math.max(now, tally.number(word) * period);
  }

  @Override
  public long settle(long word, long previous, long bookedAt, long delta, long now) {
    if (delta >= 0) {
      return tally.add(word, window(word, now), delta);
    }
    return tally.refund(word, bookedAt / period, -delta);
  }

  @Override
  public long settlePrevious(long word, long previous, long bookedAt, long delta, long now) {
    if (delta >= 0) {
      return super.settlePrevious(word, previous, bookedAt, delta, now);
    }
    return tally.refund(previous, bookedAt / period, -delta);
  }

  @Override
  public long capacity() {
    return amount;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingCounter counter && period == counter.period;
  }

  private long window(long word, long now) {
    return Math.max(now / period, tally.number(word));
  }

  /** Returns the count of the window before the given one. */
  private long before(long word, long previous, long window) {
    if (tally.number(word) == window - 1) {
      return tally.count(word);
    }
    return tally.number(word) == window && tally.number(previous) == window - 1
        ? tally.count(previous)
        : 0;
  }
}
