package com.throttlex.redis;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.store.Charge;
import com.throttlex.store.Status;

/**
 * The state of a counter as Java sees it.
 *
 * <p>The script only decides and moves states. What else an answer says is derived from this, by
 * the same arithmetic that decides in memory.
 *
 * @param state a meter's word, or the units that a log has in use
 * @param second a meter's word of the window before, or the time of a log's newest charge
 * @param latest the time of a log's latest change, before which nothing is decided
 */
record Standing(long state, long second, long latest) {
  private Standing(long state, long second) {
    this(state, second, 0);
  }

  /** Reads a state as the script writes it. */
  static Standing read(Words words, Limit limit) {
    if (limit instanceof Bucket) {
      return new Standing(words.number(), 0);
    } else if (limit instanceof SlidingLog) {
      return new Standing(words.number(), words.number(), words.number());
    } else if (limit instanceof FixedWindow window) {
      long start = words.number();
      words.number(); // its end, which Java knows
      return new Standing(word(window, words.number(), start), 0);
    }
    Meter counter = (Meter) limit;
    long start = words.number();
    long count = words.number();
    long before = words.number();
    long earlier = start - limit.rate().period().nanos();
    return new Standing(
        word(counter, count, start), before == 0 ? 0 : word(counter, before, earlier));
  }

  private static long word(Meter meter, long count, long start) {
    return start == 0 && count == 0 ? 0 : meter.wordOf(count, start);
  }

  /** Says whether the cost fits, and if it does not when it will. */
  void judge(Charge charge, boolean fits, long freedBy, long now) {
    Limit limit = charge.limit();
    if (limit instanceof Meter meter) {
      charge.judge(meter, state, second, fits, now);
    } else if (fits) {
      charge.judged(true, 0, 0);
    } else {
      boolean never = charge.needed() > limit.capacity();
      long wait = freedBy + limit.rate().period().nanos() - now;
      charge.judged(false, never ? Limit.NEVER : Math.max(1, wait), 0);
    }
  }

  /** The state once the charge is carried out. */
  Standing after(Charge charge, long now) {
    if (!(charge.limit() instanceof Meter meter)) {
      long at = Math.max(now, latest);
      return new Standing(state + charge.cost(), at, at);
    }
    long next = meter.charge(state, second, charge.cost(), now, charge.maxDelay());
    if (next == Meter.DENIED) {
      throw new IllegalStateException(
          "charge: " + charge.cost() + " of " + meter + " (expected: to fit, as Redis says)");
    }
    return new Standing(next, meter.previousAfter(state, second, next));
  }

  /** Reports this as the state that a decision has left behind. */
  void report(Charge charge, boolean charged, long now) {
    if (charge.limit() instanceof Meter meter) {
      charge.report(meter, state, second, now);
    } else {
      Status status = status(charge.limit(), now);
      charge.report(status.remaining(), status.resetAt(), charged ? second : now);
    }
  }

  /** What can be said of the counter. */
  Status status(Limit limit, long now) {
    if (limit instanceof Meter meter) {
      return new Status(
          limit, meter.remaining(state, second, now), meter.resetAt(state, second, now));
    }
    long remaining = Math.max(0, limit.capacity() - state);
    long resetAt = second == 0 ? now : Math.max(now, second + limit.rate().period().nanos());
    return new Status(limit, remaining, resetAt);
  }
}
