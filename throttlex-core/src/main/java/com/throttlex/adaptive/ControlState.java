package com.throttlex.adaptive;

import java.util.Map;

/**
 * The state of a controlled limit. It has all that the next step needs, so any node can make that
 * step.
 *
 * @param limit the limit, with its fraction
 * @param changedAt when the whole limit last changed, in nanoseconds since the epoch
 * @param memory the values that the controller keeps between steps, by name
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
   * Parses the text that {@link #text} wrote.
   *
   * @throws IllegalArgumentException if the text does not have that form
   */
  public static ControlState parse(String text) {
    return ControlText.read(text);
  }

  /** Returns the state as one line of text for other nodes, without loss of precision. */
  public String text() {
    return ControlText.write(this);
  }

  /** The limit in force. */
  public long whole() {
    return (long) limit;
  }

  /** Returns a value of the memory, or else the other value. */
  public double memory(String name, double otherwise) {
    return memory.getOrDefault(name, otherwise);
  }
}
