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
 * @param atLimit another limit that was used to the full, or else 0
 * @param atMillis the latency there
 * @param atError by what part it may be off
 * @param age for how many decisions it was kept
 */
record Baseline(double millis, double atLimit, double atMillis, double atError, int age) {
  /** How far apart two limits must be to be held against each other, as a logarithm. */
  private static final double TELLING_MOVE = 0.13;

  private static final double LARGE_MOVE = 0.22;

  /** Which part of a move throughput follows when nothing waits, and when requests wait. */
  private static final double GAINED = 0.6;

  private static final double NOT_GAINED = 0.3;
  private static final double MOST_GAIN = 1.4;

  /** How much longer a latency must be to be another baseline. */
  private static final double ABOUT = 1.15;

  /** How much more than limits two latencies may differ, and by how much the gain may be off. */
  private static final double SLACK = 0.1;

  private static final double LARGEST_ERROR = 0.45;

  /** How many times what it may be off a latency must be less to be a new baseline. */
  private static final double CAUTION = 2.5;

  /** For how many decisions a limit is remembered, and what counts as the same. */
  private static final int OLD = 25;

  private static final double NEAR = 0.05;

  /** What looks like a timeout: the slow take no longer than the rest, and all take long. */
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

  /** What is known after a window at a limit. */
  Baseline learned(Window window, double limit, boolean full) {
    double latency = window.latency();
    double next =
        millis == 0
            ? latency
            : millis + Math.min(0, (surely(latency, window.error()) - millis) / 2);
    boolean timeout = latency > LONG * next && window.spread() < ALIKE;
    if (!full || timeout) {
      boolean idle = window.peak() < limit / 2 && latency < LONG / 2 * next;
      // Half of the limit is free, so what little it takes longer is hardly a queue's doing.
      return new Baseline(idle ? next + Math.max(0, latency - next) / 50 : next, 0, 0, 0, 0);
    }
    if (next < 0.9 * millis || !isPlausible(window, limit)) {
      // The system is not what it was, so what it did before is of no use.
      return new Baseline(next, limit, latency, window.error(), 0);
    }
    boolean other = atLimit > 0 && Math.abs(limit - atLimit) > NEAR * limit;
    if (other && age < OLD && !isClear(window, limit)) {
      return new Baseline(next, atLimit, atMillis, atError, age + 1);
    }
    double compared = isClear(window, limit) ? compared(next, window, limit) : next;
    return new Baseline(compared, limit, latency, window.error(), 0);
  }

  /** The latency, or more if it may be off. */
  private static double surely(double latency, double error) {
    return latency * (1 + CAUTION * error);
  }

  /** Whether the limit at hand is far enough from the other one, for all the noise. */
  boolean isClear(Window window, double limit) {
    double move = atLimit > 0 ? Math.abs(StrictMath.log(limit / atLimit)) : 0;
    return move > TELLING_MOVE && error(window) < LARGEST_ERROR * move;
  }

  /** Whether one system can have both latencies: they differ no more than the limits do. */
  private boolean isPlausible(Window window, double limit) {
    if (atLimit == 0) {
      return true;
    }
    double move = StrictMath.log(limit / atLimit);
    double change = StrictMath.log(window.latency() / atMillis);
    double slack = SLACK + 2 * error(window);
    return change > Math.min(0, move) - slack && change < Math.max(0, move) + slack;
  }

  /** Whether the limit fell so far that it should tell something, but noise is in the way. */
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
    // More gain than the limit gave is a sign that the system changed meanwhile.
    if (gain < GAINED || gain > MOST_GAIN || lower <= ABOUT * known) {
      return known;
    }
    return Math.abs(StrictMath.log(limit / atLimit)) > LARGE_MOVE ? lower : (known + lower) / 2;
  }

  /** 1 when throughput grew as much as the limit, 0 when only the latency did. */
  private double gain(Window window, double limit) {
    return 1 - StrictMath.log(window.latency() / atMillis) / StrictMath.log(limit / atLimit);
  }

  /** Whether it is clear that requests wait even at the smaller of the two limits. */
  boolean isQueued(Window window, double limit) {
    double uncertain = error(window) / Math.abs(StrictMath.log(limit / atLimit));
    return isClear(window, limit) && gain(window, limit) + uncertain < NOT_GAINED;
  }

  /** Without the other limit, because the system is not what it was. */
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
