package com.throttlex.adaptive;

import java.util.Map;

/**
 * One step of a controller.
 *
 * @param next where the limit stands now
 * @param reason in a few words, why it moved or did not
 * @param terms the numbers that it came from, by name
 */
public record Step(ControlState next, String reason, Map<String, Double> terms) {
  public Step {
    terms = Map.copyOf(terms);
  }
}
