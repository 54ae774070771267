package com.throttlex.rule;

import com.throttlex.adaptive.AdaptiveSettings;
import java.util.List;

/**
 * The parts of a rule book other than its rules.
 *
 * @param tiers the tiers, lowest first
 * @param fallback what happens to a request that no rule applies to
 * @param priorities assign priority classes: the first that matches decides, or else the request's
 *     own class applies
 * @param adaptive the settings of adaptive limits
 */
public record Preamble(
    List<String> tiers, Fallback fallback, List<Classifier> priorities, AdaptiveSettings adaptive) {
  public Preamble {
    tiers = List.copyOf(tiers);
    priorities = List.copyOf(priorities);
  }

  /** Creates a preamble with tiers and a fallback, and defaults for the rest. */
  public Preamble(List<String> tiers, Fallback fallback) {
    this(tiers, fallback, List.of(), AdaptiveSettings.DEFAULTS);
  }

  /** Returns the preamble with another fallback. */
  public Preamble with(Fallback fallback) {
    return new Preamble(tiers, fallback, priorities, adaptive);
  }
}
