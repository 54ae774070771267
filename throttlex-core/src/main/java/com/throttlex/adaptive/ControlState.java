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
