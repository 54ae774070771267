package com.throttlex.benchmarks.contest;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle one of some figures, or the mean of the two in the middle. */
public final class Median {
  private Median() {}

  /** That of one figure of each round. */
  public static <R> double of(List<R> rounds, ToDoubleFunction<R> figure) {
    return of(rounds.stream().mapToDouble(figure).toArray());
  }

  /** That of the figures themselves. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
