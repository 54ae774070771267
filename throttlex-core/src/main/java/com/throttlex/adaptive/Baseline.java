package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The latency of a system without queueing, learned from the effect of limit changes.
 *
 * <p>A shorter latency is accepted soon. A longer one may come from the system or from a queue.
 * Little's law tells them apart: requests in flight = throughput * latency. Compare two limits,
 * both fully used. If the larger one gives more throughput, nothing waited at the smaller one, and
 * the latency there is the system's own. If it gives no more, requests already waited at the
 * smaller one, and the baseline is below the latency there. So neither a long overload nor a limit
 * that rose slowly can raise the baseline.
 *
 * <p>A timeout takes the same time at every limit, and so looks like a slow system. Times that are
 * long and nearly equal are therefore ignored.
 *
 * @param millis the latency; 0 when it is not known
 * @param atLimit another limit that was fully used, or else 0
 * @param atMillis the latency at that limit
 * @param atError the relative error of that latency
 * @param age the number of decisions since it was measured
 */
record Baseline(double millis, double atLimit, double atMillis, double atError, int age) {
  /** The least distance of two limits that can be compared, as a logarithm. */
  private static final double TELLING_MOVE = 0.13;

  private static final double LARGE_MOVE = 0.22;

  /** The part of a limit's move that throughput follows without and with waiting requests. */
  private static final double GAINED = 0.6;

  private static final double NOT_GAINED = 0.3;
  private static final double MOST_GAIN = 1.4;

  /** The factor above which a longer latency is another baseline. */
  private static final double ABOUT = 1.15;

  /** The tolerance when two latencies or gains are compared. */
  private static final double SLACK = 0.1;

  private static final double LARGEST_ERROR = 0.45;

  /** How many times its error a latency must be below the baseline to replace it. */
  private static final double CAUTION = 2.5;

  /** The age in decisions up to which a limit is kept, and the distance of equal limits. */
  private static final int OLD = 25;

  private static final double NEAR = 0.05;

  /** The signs of a timeout: slow requests take no longer than the others, and all take long. */
  private static final double ALIKE = 1.02;

  private static final double LONG = 3;

  static Baseline of(ControlState state) {
    return new Baseline(
        state.memory("baseline", 0),
        state.memory("atLimit", 0),
        state.memory("atMillis", 0),
        state.memory("atError", 0),
        (int) state.memory("atAge", 0));
  }

  /** Returns the baseline after a window at a limit. */
  Baseline learned(Window window, double limit, boolean full) {
    double latency = window.latency();
    double next =
        millis == 0
            ? latency
            : millis + Math.min(0, (surely(latency, window.error()) - millis) / 2);
    boolean timeout = latency > LONG * next && window.spread() < ALIKE;
    if (!full || timeout) {
      boolean idle = window.peak() < limit / 2 && latency < LONG / 2 * next;
      // Half of the limit is free, so a slightly longer latency hardly comes from a queue.
      return new Baseline(idle ? next + Math.max(0, latency - next) / 50 : next, 0, 0, 0, 0);
    }
    if (next < 0.9 * millis || !isPlausible(window, limit)) {
      // The system has changed, so the older measurements do not count.
      return new Baseline(next, limit, latency, window.error(), 0);
    }
    boolean other = atLimit > 0 && Math.abs(limit - atLimit) > NEAR * limit;
    if (other && age < OLD && !isClear(window, limit)) {
      return new Baseline(next, atLimit, atMillis, atError, age + 1);
    }
    double compared = isClear(window, limit) ? compared(next, window, limit) : next;
    return new Baseline(compared, limit, latency, window.error(), 0);
  }

  /** Returns the upper bound of the latency. */
  private static double surely(double latency, double error) {
    return latency * (1 + CAUTION * error);
  }

  /** Returns whether the present limit is far enough from the other one in spite of the noise. */
  boolean isClear(Window window, double limit) {
    double move = atLimit > 0 ? Math.abs(StrictMath.log(limit / atLimit)) : 0;
    return move > TELLING_MOVE && error(window) < LARGEST_ERROR * move;
  }

  /** Returns whether one system can have both latencies: they differ no more than the limits do. */
  private boolean isPlausible(Window window, double limit) {
    if (atLimit == 0) {
      return true;
    }
    double move = StrictMath.log(limit / atLimit);
    double change = StrictMath.log(window.latency() / atMillis);
    double slack = SLACK + 2 * error(window);
    return change > Math.min(0, move) - slack && change < Math.max(0, move) + slack;
  }

  /** Returns whether the limit fell far enough to compare, but noise hides the result. */
  boolean isOpen(Window window, double limit) {
    return atLimit > 0 && StrictMath.log(atLimit / limit) > TELLING_MOVE && !isClear(window, limit);
  }

  private double error(Window window) {
    return Math.hypot(atError, window.error());
  }

  private double compared(double known, Window window, double limit) {
    double lower = limit < atLimit ? window.latency() : atMillis;
    if (isQueued(window, limit)) {
      return Math.min(known, 0.9 * lower * (1 + error(window)));
    }
    double gain = gain(window, limit);
    // More gain than the limit allows means that the system changed in between.
    if (gain < GAINED || gain > MOST_GAIN || lower <= ABOUT * known) {
      return known;
    }
    return Math.abs(StrictMath.log(limit / atLimit)) > LARGE_MOVE ? lower : (known + lower) / 2;
  }

  /** Returns 1 if throughput grew as much as the limit, 0 if only the latency did. */
  private double gain(Window window, double limit) {
    return 1 - StrictMath.log(window.latency() / atMillis) / StrictMath.log(limit / atLimit);
  }

  /** Returns whether requests certainly wait even at the smaller of the two limits. */
  boolean isQueued(Window window, double limit) {
    double uncertain = error(window) / Math.abs(StrictMath.log(limit / atLimit));
    return isClear(window, limit) && gain(window, limit) + uncertain < NOT_GAINED;
  }

  /** Returns the baseline without the other limit, because the system has changed. */
  Baseline afresh() {
    return new Baseline(millis, 0, 0, 0, 0);
  }

  Map<String, Double> memory() {
    Map<String, Double> memory = new HashMap<>();
    memory.put("baseline", millis);
    memory.put("atLimit", atLimit);
    memory.put("atMillis", atMillis);
    memory.put("atError", atError);
    memory.put("atAge", (double) age);
    return memory;
  }
}
