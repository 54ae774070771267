package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The latency of a system in which nothing waits, learned from what happens when a limit moves.
 *
 * <p>A shorter latency is believed soon. A longer one may be the system's own or a queue's, and
 * what tells them apart is Little's law: requests under way = throughput * latency. Of two limits,
 * both used to the full, the larger one brings more throughput only if nothing waited at the
 * smaller one; then the latency there is the system's own. If it brings none, requests waited at
 * the smaller one already, and the baseline is less than the latency there. So neither an overload,
 * however long it lasts, nor a limit that crept up can raise the baseline.
 *
 * <p>A timeout answers after the same time at every limit, which would look like a slow system.
 * Times that are long and all alike are therefore not believed.
 *
 * @param millis the latency; 0 when nothing is known
 * @param atLimit the limit before the last move, if it was used to the full, or else 0
 * @param atMillis the latency there
 */
record Baseline(double millis, double atLimit, double atMillis) {
  private static final double TELLING_MOVE = 1.15;
  private static final double LARGE_MOVE = 1.25;
  private static final double GAINED = 0.6;
  private static final double NOT_GAINED = 0.3;
  private static final double IMPLAUSIBLE = 1.4;
  private static final double ALIKE = 1.02;
  private static final double LONG = 3;

  static Baseline of(ControlState state) {
    return new Baseline(
        state.memory("baseline", 0), state.memory("atLimit", 0), state.memory("atMillis", 0));
  }

  /** What is known after a window at a limit. */
  Baseline learned(Window window, double limit, boolean full) {
    double latency = window.latency();
    double next = millis == 0 ? latency : millis + Math.min(0, (latency - millis) / 2);
    if (full && atLimit > 0 && !isTimeout(window, next)) {
      next = compared(next, window, limit);
    } else if (!full && window.peak() < limit / 2 && latency < LONG / 2 * next) {
      // Half of the limit is free, so what little it takes longer is hardly a queue's doing.
      next += Math.max(0, latency - next) / 50;
    }
    boolean telling = full && !isTimeout(window, next);
    return new Baseline(next, telling ? limit : 0, latency);
  }

  private static boolean isTimeout(Window window, double known) {
    return window.latency() > LONG * known && window.spread() < ALIKE;
  }

  private double compared(double known, Window window, double limit) {
    double latency = window.latency();
    boolean fell = limit < atLimit;
    double move = fell ? atLimit / limit : limit / atLimit;
    if (move < TELLING_MOVE) {
      return known;
    }
    double lower = fell ? latency : atMillis;
    double upper = fell ? atMillis : latency;
    // 1 when throughput grew as much as the limit, 0 when only the latency did.
    double gain = 1 - Math.log(upper / lower) / Math.log(move);
    if (gain < NOT_GAINED) {
      return gain > -IMPLAUSIBLE ? Math.min(known, 0.9 * lower) : known;
    }
    if (gain < GAINED || gain > IMPLAUSIBLE || lower <= known) {
      return known;
    }
    return move >= LARGE_MOVE ? lower : (known + lower) / 2;
  }

  /** Without the comparison, because the system is not what it was. */
  Baseline afresh() {
    return new Baseline(millis, 0, 0);
  }

  Map<String, Double> memory() {
    Map<String, Double> memory = new HashMap<>();
    memory.put("baseline", millis);
    memory.put("atLimit", atLimit);
    memory.put("atMillis", atMillis);
    return memory;
  }
}
