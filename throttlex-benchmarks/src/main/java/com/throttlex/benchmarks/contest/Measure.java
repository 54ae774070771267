package com.throttlex.benchmarks.contest;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A figure of a line in a table, and in which direction it is better.
 *
 * @param text what it is called
 * @param format how it is printed
 * @param upward whether more is better
 * @param <L> the line
 */
public record Measure<L>(String text, String format, boolean upward, ToDoubleFunction<L> figure) {
  /** Differences below this share are the machine's. */
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

  /** What the peer is better in: its name, our figure and theirs; empty when in nothing. */
  public static <L> String lost(List<Measure<L>> measures, L ours, L peer) {
    return measures.stream()
        .filter(measure -> measure.loses(ours, peer))
        .map(m -> "; " + m.text + ": " + m.print(ours) + " to " + m.print(peer))
        .collect(Collectors.joining());
  }
}
