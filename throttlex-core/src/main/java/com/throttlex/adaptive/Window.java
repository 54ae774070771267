package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The requests since a limit last moved.
 *
 * <p>Two numbers show how exact the average is: the number of steps, and how much the mean time
 * differs between them. Older steps count less. A step that differs from all before it restarts the
 * average, because the system changed.
 *
 * @param millis the sum of their times
 * @param tail the sum of the times of the slow ones among them
 * @param timed the number of requests in these sums
 * @param steps the number of steps; a step of few requests counts in part
 * @param noise the relative difference of the mean time between steps
 * @param ended the number of requests that ended
 * @param lost how many of them failed or were dropped
 * @param peak the largest number in flight at one moment
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

  /** The factor from the mean deviation to the standard deviation. */
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
   * Returns the window with one more step. Requests that began before the limit moved count only if
   * they were lost. Failed requests may be fast because they failed, so their times do not count.
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
    // The mean, not the median: means of steps with few requests add up to the mean of all.
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

  /** Returns a new window, after the limit moved. */
  Window moved() {
    return new Window(0, 0, 0, 0, noise, 0, 0, 0);
  }

  /** Returns the window after a decision that left the limit unchanged. */
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

  /** The relative error of the latency. */
  double error() {
    return noise / Math.sqrt(steps);
  }

  /** Returns how much longer slow requests take; 1 when all take the same time. */
  double spread() {
    return tail / millis;
  }

  /** Returns the part of the requests that was lost; a few requests never make a large part. */
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
