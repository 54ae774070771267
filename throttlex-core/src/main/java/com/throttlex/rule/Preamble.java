package com.throttlex.rule;

import com.throttlex.adaptive.AdaptiveSettings;
import java.util.List;

/**
 * What a rule book says besides its rules.
 *
 * @param tiers the tiers, lowest first
 * @param fallback what a request falls under that no rule applies to
 * @param priorities of what class requests are: the first that says so decides, or else the
 *     request's own word
 * @param adaptive how limits follow health
 */
public record Preamble(
    List<String> tiers, Fallback fallback, List<Classifier> priorities, AdaptiveSettings adaptive) {
  public Preamble {
    tiers = List.copyOf(tiers);
    priorities = List.copyOf(priorities);
  }

  /** Tiers and a fallback, and nothing else special. */
  public Preamble(List<String> tiers, Fallback fallback) {
    this(tiers, fallback, List.of(), AdaptiveSettings.DEFAULTS);
  }

  /** The same with another fallback. */
  public Preamble with(Fallback fallback) {
    return new Preamble(tiers, fallback, priorities, adaptive);
  }
}
