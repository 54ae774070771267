package com.throttlex.benchmarks.contest;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A figure of a line in a table, and the direction in which it is better.
 *
 * @param text its name
 * @param format its print format
 * @param upward whether more is better
 * @param <L> the line
 */
public record Measure<L>(String text, String format, boolean upward, ToDoubleFunction<L> figure) {
  /** Smaller relative differences are noise of the machine. */
  private static final double NOISE = 0.05;

  /** The figure itself. */
  public double of(L line) {
    return figure.applyAsDouble(line);
  }

  /** The figure as text. */
  public String print(L line) {
    return Figure.text(format, of(line));
  }

  private boolean loses(L ours, L peer) {
    if (print(ours).equals(print(peer))) {
      return false;
    }
    return upward ? of(ours) < of(peer) * (1 - NOISE) : of(ours) > of(peer) * (1 + NOISE);
  }

  /** Returns the figures in which the peer is better, ours and theirs; empty if none is. */
  public static <L> String lost(List<Measure<L>> measures, L ours, L peer) {
    return measures.stream()
        .filter(measure -> measure.loses(ours, peer))
        .map(m -> "; " + m.text + ": " + m.print(ours) + " to " + m.print(peer))
        .collect(Collectors.joining());
  }
}
