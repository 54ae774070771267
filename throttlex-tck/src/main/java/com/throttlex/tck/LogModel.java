package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Sliding log and concurrency: a list of all charges, expired or not.
 *
 * <p>Time never goes back: a request is decided at its own time, or at that of the latest change if
 * that is later. A charge that has expired when the limit changes does not count again under a
 * longer period.
 */
final class LogModel extends ReferenceModel {
  private final long period;
  private List<Entry> entries = new ArrayList<>();
  private long latest;

  private record Entry(long time, long units) {}

  LogModel(Limit limit) {
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
    BigInteger used = BigInteger.ZERO;
    for (Entry entry : entries) {
      if (entry.time + period > Math.max(at, latest)) {
        used = used.add(BigInteger.valueOf(entry.units));
      }
    }
    return used;
  }

  @Override
  void book(long cost, long now) {
    if (cost > 0) {
      latest = bookedAt(now);
      entries.add(new Entry(latest, cost));
    }
  }

  @Override
  long bookedAt(long now) {
    return Math.max(now, latest);
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
      latest = log.latest == 0 ? 0 : log.bookedAt(now);
      entries = new ArrayList<>(log.entries);
      entries.removeIf(entry -> entry.time + log.period <= latest);
    }
    return other instanceof LogModel;
  }

  @Override
  void carry(long used, long now) {
    book(used, now);
  }
}
