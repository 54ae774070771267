package com.throttlex.adaptive;

import java.util.Map;

/**
 * How well something is.
 *
 * @param score from 0, lost, to 1, well; 0.5 when nothing is known
 * @param confidence how much of what is asked for is known, from 0 to 1
 * @param parts the health by each signal that is known
 */
public record Health(double score, double confidence, Map<Signal, Double> parts) {
  /** Nothing is known. */
  public static final Health UNKNOWN = new Health(0.5, 0, Map.of());

  public Health {
    parts = Map.copyOf(parts);
  }
}
