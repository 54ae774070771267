package com.throttlex.benchmarks.contest;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The median of some figures. */
public final class Median {
  private Median() {}

  /** Returns the median of one figure of each round. */
  public static <R> double of(List<R> rounds, ToDoubleFunction<R> figure) {
    return of(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Returns the median of the figures. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
