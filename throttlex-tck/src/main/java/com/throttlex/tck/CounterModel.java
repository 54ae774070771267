package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.util.TreeMap;

/** The sliding-window counter: the units of every window since the start. */
final class CounterModel extends ReferenceModel {
  private final long period;
  private TreeMap<Long, BigInteger> windows = new TreeMap<>();

  CounterModel(Limit limit) {
    super(limit);
    period = limit.rate().period().nanos();
  }

  @Override
  boolean admits(long cost, long at, long maxDelay) {
    BigInteger amount = BigInteger.valueOf(limit().rate().amount());
    return used(at).add(BigInteger.valueOf(cost)).compareTo(amount) <= 0;
  }

  @Override
  BigInteger used(long at) {
    long window = window(at);
    long left = Math.min(period, (window + 1) * period - at);
    BigInteger covered = count(window - 1).multiply(BigInteger.valueOf(left));
    return count(window).add(BucketModel.up(covered, BigInteger.valueOf(period)));
  }

  @Override
  void book(long cost, long now) {
    add(window(now), cost);
  }

  @Override
  long bookedAt(long now) {
    return Math.max(now, window(now) * period);
  }

  @Override
  void settle(long bookedAt, long delta, long now) {
    if (delta >= 0) {
      book(delta, now);
    } else if (windows.containsKey(bookedAt / period)) {
      add(bookedAt / period, delta);
    }
  }

  @Override
  boolean inherits(ReferenceModel other, long now) {
    boolean same = other instanceof CounterModel counter && period == counter.period;
    if (same) {
      windows = new TreeMap<>(((CounterModel) other).windows);
    }
    return same;
  }

  @Override
  void carry(long used, long now) {
    add(now / period, used);
  }

  private void add(long window, long units) {
    BigInteger count = count(window).add(BigInteger.valueOf(units));
    windows.put(window, WindowModel.bounded(count, limit().rate().period()));
  }

  private BigInteger count(long window) {
    return windows.getOrDefault(window, BigInteger.ZERO);
  }

  /** Returns the window of a time, but never one before the last charged window. */
  private long window(long at) {
    return windows.isEmpty() ? at / period : Math.max(at / period, windows.lastKey());
  }
}
