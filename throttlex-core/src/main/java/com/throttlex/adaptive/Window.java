package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The requests seen since a limit last moved.
 *
 * @param millis the sum of their typical times
 * @param tail the sum of the times of the slow ones among them
 * @param timed how many these sums are of
 * @param ended how many came to an end
 * @param lost how many of them failed or were dropped
 * @param peak the largest number under way at one moment
 */
record Window(double millis, double tail, double timed, double ended, double lost, double peak) {
  private static final int ENOUGH = 10;
  private static final double SHORTEST = 1e-3;
  static final Window EMPTY = new Window(0, 0, 0, 0, 0, 0);

  static Window of(ControlState state) {
    return new Window(
        state.memory("windowMillis", 0),
        state.memory("windowTail", 0),
        state.memory("windowTimed", 0),
        state.memory("windowEnded", 0),
        state.memory("windowLost", 0),
        state.memory("windowPeak", 0));
  }

  /**
   * With what was seen in a step. Requests that began before the limit moved say nothing of the
   * limit since, except that they were lost; and those that fail may be quick for that reason.
   */
  Window plus(Traffic traffic, boolean settled) {
    boolean times = settled && traffic.completed() > 4 * traffic.failed();
    double count = times ? (double) traffic.completed() + traffic.failed() : 0;
    double typical = traffic.p50Millis() > 0 ? traffic.p50Millis() : traffic.meanMillis();
    return new Window(
        millis + count * Math.max(SHORTEST, typical),
        tail + count * Math.max(SHORTEST, Math.max(typical, traffic.p95Millis())),
        timed + count,
        ended + traffic.ended(),
        lost + traffic.failed() + traffic.dropped(),
        settled ? Math.max(peak, (double) traffic.inFlight()) : peak);
  }

  boolean isEnough() {
    return timed >= ENOUGH;
  }

  /** The typical time of a request. */
  double latency() {
    return millis / timed;
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
    memory.put("windowEnded", ended);
    memory.put("windowLost", lost);
    memory.put("windowPeak", peak);
    return memory;
  }
}
