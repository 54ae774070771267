package com.throttlex.benchmarks.adaptive;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of one run.
 *
 * @param goodput useful answers, as a part of the capacity
 * @param p99 the 99th percentile of the times of all admitted requests, in milliseconds
 * @param bareP99 the same without waiting
 * @param recovery seconds from the end of the disturbance until goodput is at 90 % for three
 *     seconds in a row; NaN without a disturbance
 * @param calm the seconds available for recovery
 * @param swing how far the limit moves while nothing changes, as a part of its mean
 * @param drift how far it moves in one direction in a minute without disturbance, as a part of its
 *     mean; NaN elsewhere
 * @param high the part of the critical and high requests with a useful answer
 * @param low the part of the low requests with a useful answer
 */
record Figures(
    double goodput,
    double p99,
    double bareP99,
    double recovery,
    int calm,
    double swing,
    double drift,
    double high,
    double low) {
  /** The seconds at the start that are for finding the limit, and at the end for holding it. */
  private static final int SETTLING = 30;

  private static final int IN_A_ROW = 3;

  static Figures of(ScenarioRun course, double bareP99) {
    Scenario scenario = course.scenario;
    return new Figures(
        goodput(course, 0, scenario.seconds()),
        course.latencies.millis(0.99),
        bareP99,
        recovery(course),
        scenario.seconds() - scenario.calmFrom(),
        swing(course),
        drift(course),
        success(course, true),
        success(course, false));
  }

  /** Returns the mean of several. */
  static Figures mean(List<Figures> several) {
    return new Figures(
        mean(several, Figures::goodput),
        mean(several, Figures::p99),
        mean(several, Figures::bareP99),
        mean(several, Figures::recovery),
        several.get(0).calm,
        mean(several, Figures::swing),
        mean(several, Figures::drift),
        mean(several, Figures::high),
        mean(several, Figures::low));
  }

  private static double mean(List<Figures> several, ToDoubleFunction<Figures> figure) {
    double sum = 0;
    for (Figures one : several) {
      sum += figure.applyAsDouble(one);
    }
    return sum / several.size();
  }

  private static double goodput(ScenarioRun course, int from, int to) {
    double useful = 0;
    double ideal = 0;
    for (int second = from; second < to; second++) {
      useful += course.useful[second];
      ideal += course.ideal(second);
    }
    return useful / ideal;
  }

  private static double recovery(ScenarioRun course) {
    int calm = course.scenario.calmFrom();
    if (calm == 0) {
      return Double.NaN;
    }
    int row = 0;
    for (int second = calm; second < course.scenario.seconds(); second++) {
      row = goodput(course, second, second + 1) >= 0.9 ? row + 1 : 0;
      if (row == IN_A_ROW) {
        return second + 1 - IN_A_ROW - calm;
      }
    }
    return course.scenario.seconds() - calm;
  }

  /** Returns the range from the 5th to the 95th percentile; a single step does not count. */
  private static double swing(ScenarioRun course) {
    Scenario scenario = course.scenario;
    Phase last = scenario.phases().get(scenario.phases().size() - 1);
    if (last.from() != last.to()) {
      return Double.NaN;
    }
    int from = scenario.calmFrom() == 0 ? SETTLING : scenario.seconds() - SETTLING;
    double[] limits = Arrays.copyOfRange(course.limits, 10 * from, course.limits.length);
    double mean = mean(limits, 0, limits.length);
    Arrays.sort(limits);
    double spread = limits[limits.length * 95 / 100] - limits[limits.length * 5 / 100];
    return Double.isNaN(mean) ? 0 : spread / mean;
  }

  private static double drift(ScenarioRun course) {
    if (course.scenario.calmFrom() != 0) {
      return Double.NaN;
    }
    double[] limits = course.limits;
    int quarter = (limits.length - 10 * SETTLING) / 4;
    double first = mean(limits, 10 * SETTLING, 10 * SETTLING + quarter);
    double last = mean(limits, limits.length - quarter, limits.length);
    return Double.isNaN(first) ? 0 : (last - first) / first;
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }

  private static double success(ScenarioRun course, boolean high) {
    double arrived = 0;
    double useful = 0;
    for (RequestClass priority : RequestClass.values()) {
      if (high ? priority.isHigh() : priority == RequestClass.LOW) {
        arrived += course.arrivedBy.getOrDefault(priority, 0L);
        useful += course.usefulBy.getOrDefault(priority, 0L);
      }
    }
    return useful / arrived;
  }
}
