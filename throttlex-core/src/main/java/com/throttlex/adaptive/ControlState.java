package com.throttlex.adaptive;

import java.util.Map;

/**
 * Where a controlled limit stands: all that the next step needs, so that any node can make it.
 *
 * @param limit the limit, with its fraction
 * @param changedAt when the whole limit last changed, in nanoseconds since the epoch
 * @param memory what the controller remembers, by name
 */
public record ControlState(double limit, long changedAt, Map<String, Double> memory) {
  public ControlState {
    memory = Map.copyOf(memory);
    if (!(limit >= 1 && limit <= Long.MAX_VALUE)) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: a number of at least 1)");
    }
    memory.forEach(ControlState::require);
  }

  private static void require(String name, double value) {
    if (!ControlText.isName(name) || !Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "memory." + name + ": " + value + " (expected: a finite number under a name of letters)");
    }
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static ControlState parse(String text) {
    return ControlText.read(text);
  }

  /** The state as a line of text, for other nodes to read; no digit is lost. */
  public String text() {
    return ControlText.write(this);
  }

  /** The limit in force. */
  public long whole() {
    return (long) limit;
  }

  /** Something remembered, or else the other value. */
  public double memory(String name, double otherwise) {
    return memory.getOrDefault(name, otherwise);
  }
}
