package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The requests seen since a limit last moved.
 *
 * <p>How much the mean time differs from step to step, and over how many steps it was taken, say
 * how far the average can be trusted. Of many steps the older ones count less; and a step unlike
 * all before it starts the average anew, for then the system changed.
 *
 * @param millis the sum of their times
 * @param tail the sum of the times of the slow ones among them
 * @param timed how many these sums are of
 * @param steps in how many steps; one of few requests is a part of a step
 * @param noise by what part the mean time differs from step to step
 * @param ended how many came to an end
 * @param lost how many of them failed or were dropped
 * @param peak the largest number under way at one moment
 */
record Window(
    double millis,
    double tail,
    double timed,
    double steps,
    double noise,
    double ended,
    double lost,
    double peak) {
  private static final int ENOUGH = 10;
  private static final int WHOLE_STEP = 20;
  private static final int MANY_STEPS = 24;
  private static final int MANY_REQUESTS = 200;
  private static final double SHORTEST = 1e-3;
  private static final double USUAL_NOISE = 0.1;
  private static final double LARGEST_NOISE = 0.5;
  private static final double LEAST_CHANGE = 0.25;

  /** The mean distance from the mean, times this, is the standard deviation. */
  private static final double DEVIATION = 1.25;

  static Window of(ControlState state) {
    return new Window(
        state.memory("windowMillis", 0),
        state.memory("windowTail", 0),
        state.memory("windowTimed", 0),
        state.memory("windowSteps", 0),
        state.memory("windowNoise", USUAL_NOISE),
        state.memory("windowEnded", 0),
        state.memory("windowLost", 0),
        state.memory("windowPeak", 0));
  }

  /**
   * With what was seen in a step. Requests that began before the limit moved say nothing of the
   * limit since, except that they were lost; and those that fail may be quick for that reason.
   */
  Window plus(Traffic traffic, boolean settled) {
    double past = ended > MANY_REQUESTS ? 0.5 : 1;
    Window with =
        new Window(
            millis,
            tail,
            timed,
            steps,
            noise,
            past * ended + traffic.ended(),
            past * lost + traffic.failed() + traffic.dropped(),
            settled ? Math.max(peak, (double) traffic.inFlight()) : peak);
    boolean times = settled && traffic.completed() > 4 * traffic.failed();
    return times ? with.timed(traffic) : with;
  }

  private Window timed(Traffic traffic) {
    double count = (double) traffic.completed() + traffic.failed();
    // The mean, because those of steps with few requests add up to that of all, unlike the median.
    double time = traffic.meanMillis() > 0 ? traffic.meanMillis() : traffic.p50Millis();
    double typical = Math.max(SHORTEST, time);
    double slow = Math.max(typical, traffic.p95Millis());
    double whole = Math.min(1, count / WHOLE_STEP);
    double distance = Math.sqrt(whole) * DEVIATION * Math.abs(typical / latencyOr(typical) - 1);
    boolean unlike = count >= ENOUGH && distance > Math.max(LEAST_CHANGE, 4 * noise);
    double past = unlike ? 0 : steps >= MANY_STEPS ? 0.5 : 1;
    double believed = steps > 0 ? whole / 8 : 0;
    return new Window(
        past * millis + count * typical,
        past * tail + count * slow,
        past * timed + count,
        past * steps + whole,
        noise + (Math.min(LARGEST_NOISE, distance) - noise) * believed,
        ended,
        lost,
        peak);
  }

  private double latencyOr(double otherwise) {
    return timed > 0 ? latency() : otherwise;
  }

  /** A window after the limit moved. */
  Window moved() {
    return new Window(0, 0, 0, 0, noise, 0, 0, 0);
  }

  /** The window going on after the limit was found right. */
  Window rested() {
    return new Window(millis, tail, timed, steps, noise, ended, lost, 0.9 * peak);
  }

  boolean isEnough() {
    return timed >= WHOLE_STEP;
  }

  /** The mean time of a request. */
  double latency() {
    return millis / timed;
  }

  /** By what part that may be off. */
  double error() {
    return noise / Math.sqrt(steps);
  }

  /** How much longer the slow ones take; 1 when all take the same. */
  double spread() {
    return tail / millis;
  }

  /** The part that was lost; a few requests make no large part. */
  double lostPart() {
    return lost / Math.max(ENOUGH, ended);
  }

  Map<String, Double> memory() {
    Map<String, Double> memory = new HashMap<>();
    memory.put("windowMillis", millis);
    memory.put("windowTail", tail);
    memory.put("windowTimed", timed);
    memory.put("windowSteps", steps);
    memory.put("windowNoise", noise);
    memory.put("windowEnded", ended);
    memory.put("windowLost", lost);
    memory.put("windowPeak", peak);
    return memory;
  }
}
