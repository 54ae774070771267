package com.throttlex.benchmarks.adaptive;

import java.util.EnumMap;
import java.util.Map;

/** The record of one scenario with one limiter. */
final class ScenarioRun {
  final Scenario scenario;
  final int[] arrived;
  final int[] useful;
  final Map<RequestClass, Long> arrivedBy = new EnumMap<>(RequestClass.class);
  final Map<RequestClass, Long> usefulBy = new EnumMap<>(RequestClass.class);

  /** The limit at every tick; ten per second. */
  final double[] limits;

  /** The times of all admitted requests that ended. */
  final Times latencies = new Times();

  private final Map<RequestEnd, Long> ended = new EnumMap<>(RequestEnd.class);
  private final Phase[] phases;
  private int ticks;
  private long refused;
  private long left;

  ScenarioRun(Scenario scenario) {
    this.scenario = scenario;
    phases = scenario.bySecond();
    arrived = new int[scenario.seconds()];
    useful = new int[scenario.seconds()];
    limits = new double[10 * scenario.seconds() - 1];
  }

  void arrive(long now, RequestClass priority, boolean admitted) {
    arrived[second(now)]++;
    arrivedBy.merge(priority, 1L, Long::sum);
    if (!admitted) {
      refused++;
    }
  }

  void end(long now, RequestClass priority, long took, RequestEnd outcome) {
    ended.merge(outcome, 1L, Long::sum);
    latencies.add(took);
    if (outcome == RequestEnd.USEFUL) {
      useful[second(now)]++;
      usefulBy.merge(priority, 1L, Long::sum);
    }
  }

  void limit(double limit) {
    limits[ticks++] = limit;
  }

  void leave(int number) {
    left = number;
  }

  private static int second(long now) {
    return (int) (now / 1_000_000_000);
  }

  long arrivals() {
    return arrivedBy.values().stream().mapToLong(Long::longValue).sum();
  }

  long refused() {
    return refused;
  }

  long ended(RequestEnd outcome) {
    return ended.getOrDefault(outcome, 0L);
  }

  /** Returns the requests that were still waiting or in progress at the end. */
  long left() {
    return left;
  }

  /** Returns the capacity in a second. */
  double ideal(int second) {
    return Math.min(arrived[second], phases[second].capacity());
  }
}
