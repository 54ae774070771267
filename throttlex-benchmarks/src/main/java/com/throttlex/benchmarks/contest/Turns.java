package com.throttlex.benchmarks.contest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs several sides in turns, so that a disturbance affects all of them. */
public final class Turns {
  private Turns() {}

  /**
   * One side of a comparison.
   *
   * @param <R> the result of one round
   */
  public interface Side<R> {
    /** Runs until it has reached its full speed. */
    void warmUp() throws IOException, InterruptedException;

    /** Runs once and measures. */
    R round() throws IOException, InterruptedException;
  }

  /** Warms all sides up and runs that many rounds of each; returns the rounds of each side. */
  public static <R> List<List<R>> run(int rounds, List<? extends Side<R>> sides)
      throws IOException, InterruptedException {
    List<List<R>> results = new ArrayList<>();
    for (Side<R> side : sides) {
      side.warmUp();
      results.add(new ArrayList<>());
    }
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < sides.size(); j++) {
        results.get(j).add(sides.get(j).round());
      }
    }
    return results;
  }
}
