package com.throttlex.adaptive;

import java.util.Map;

/**
 * One step of a controller.
 *
 * @param next the new state of the limit
 * @param reason why it moved or did not, in a few words
 * @param terms the numbers behind the reason, by name
 */
public record Step(ControlState next, String reason, Map<String, Double> terms) {
  public Step {
    terms = Map.copyOf(terms);
  }
}
