package com.throttlex.redis;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;

/**
 * Reads the state of counters as the scripts write it.
 *
 * <p>A script only decides and changes states. Java computes all other parts of an answer from the
 * state, with the arithmetic that decides in memory.
 */
final class ScriptState {
  private ScriptState() {}

  /** Reads a state. */
  static CounterState read(Words words, Limit limit) {
    CounterState state = new CounterState();
    if (limit instanceof Bucket) {
      return state.load(limit, words.number(), 0, null);
    } else if (limit instanceof SlidingLog) {
      return state.load(limit, 0, 0, new ScriptLog(words.number(), words.number(), words.number()));
    } else if (limit instanceof FixedWindow window) {
      long start = words.number();
      words.number(); // its end, which Java knows
      return state.load(limit, word(window, words.number(), start), 0, null);
    }
    Meter counter = (Meter) limit;
    long start = words.number();
    long count = words.number();
    long before = words.number();
    long earlier = start - limit.rate().period().nanos();
    return state.load(
        limit, word(counter, count, start), before == 0 ? 0 : word(counter, before, earlier), null);
  }

  private static long word(Meter meter, long count, long start) {
    return start == 0 && count == 0 ? 0 : meter.wordOf(count, start);
  }

  /** Returns whether the script adds to the verdict which charge of a log is the last to expire. */
  static boolean hasFreedBy(boolean fits, Limit limit) {
    return !fits && limit instanceof SlidingLog;
  }

  /**
   * Judges a charge as the script did.
   *
   * @param freedBy the time of the log's charge that has to expire before the cost fits, or 0
   */
  static void judge(
      ChargeVerdict verdict, CounterState state, boolean fits, long freedBy, long now) {
    if (state.log() instanceof ScriptLog log) {
      log.freedBy(freedBy);
    }
    // a script does not repeat a state that is the same under the limit of the next charge
    state.load(verdict.limit(), state.word(), state.previous(), state.log());
    verdict.judge(state, fits, now);
  }

  /** Applies a judged charge if it counts, and reports the resulting state. */
  static void conclude(ChargeVerdict verdict, CounterState state, boolean counts, long now) {
    Charge charge = verdict.charge();
    if (counts) {
      boolean fits = state.judge(charge.cost(), charge.cost(), now, charge.maxDelay());
      if (!fits && charge.limit() instanceof Meter) {
        throw new IllegalStateException(
            "charge: "
                + charge.cost()
                + " of "
                + charge.limit()
                + " (expected: to fit, because Redis allowed it)");
      }
      state.apply(charge.cost(), now);
    }
    verdict.report(state, counts, now);
  }
}
