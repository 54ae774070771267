package com.throttlex.benchmarks.contest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Several sides one after the other, again and again: what disturbs one disturbs all. */
public final class Turns {
  private Turns() {}

  /**
   * What is compared.
   *
   * @param <R> what one round of it shows
   */
  public interface Side<R> {
    /** Runs until it is as fast as it gets. */
    void warmUp() throws IOException, InterruptedException;

    /** Runs once and measures. */
    R round() throws IOException, InterruptedException;
  }

  /** Warms all sides up and gives each that many rounds; the rounds of each side. */
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
