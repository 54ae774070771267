package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Sliding log and concurrency: a list of all charges that are not over.
 *
 * <p>What a charge found to be over stays over, also if the clock then goes back, and what is over
 * when the limit changes does not come back with a longer period.
 */
final class LogModel extends ReferenceModel {
  private final long period;
  private List<Entry> entries = new ArrayList<>();

  private record Entry(long time, long units) {}

  LogModel(Limit limit) {
    super(limit);
    period = limit.rate().period().nanos();
  }

  @Override
  void forget(long now) {
    entries.removeIf(entry -> entry.time + period <= now);
  }

  @Override
  boolean admits(long cost, long at, long maxDelay) {
    BigInteger amount = BigInteger.valueOf(limit().rate().amount());
    return used(at).add(BigInteger.valueOf(cost)).compareTo(amount) <= 0;
  }

  @Override
  BigInteger used(long at) {
    BigInteger used = BigInteger.ZERO;
    for (Entry entry : entries) {
      if (entry.time + period > at) {
        used = used.add(BigInteger.valueOf(entry.units));
      }
    }
    return used;
  }

  @Override
  void book(long cost, long now) {
    entries.add(new Entry(bookedAt(now), cost));
    entries.removeIf(entry -> entry.units == 0);
  }

  @Override
  long bookedAt(long now) {
    return entries.isEmpty() ? now : Math.max(now, entries.get(entries.size() - 1).time);
  }

  @Override
  void settle(long bookedAt, long delta, long now) {
    if (delta >= 0) {
      book(delta, now);
      return;
    }
    long refund = -delta;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.time == bookedAt) {
        long part = Math.min(refund, entry.units);
        entries.set(i, new Entry(entry.time, entry.units - part));
        refund -= part;
      }
    }
    entries.removeIf(entry -> entry.units == 0);
  }

  @Override
  boolean inherits(ReferenceModel other, long now) {
    if (other instanceof LogModel log) {
      entries = new ArrayList<>(log.entries);
      entries.removeIf(entry -> entry.time + log.period <= now);
    }
    return other instanceof LogModel;
  }

  @Override
  void carry(long used, long now) {
    book(used, now);
  }
}
