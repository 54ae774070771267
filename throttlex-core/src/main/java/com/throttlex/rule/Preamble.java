package com.throttlex.rule;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.store.FailureMode;
import java.util.List;

/**
 * The parts of a rule book other than its rules.
 *
 * @param tiers the tiers, lowest first
 * @param fallback what happens to a request that no rule applies to
 * @param priorities assign priority classes: the first that matches decides, or else the request's
 *     own class applies
 * @param adaptive the settings of adaptive limits
 * @param onStoreFailure the default of the rules' {@code on-store-failure}
 */
public record Preamble(
    List<String> tiers,
    Fallback fallback,
    List<Classifier> priorities,
    AdaptiveSettings adaptive,
    FailureMode onStoreFailure) {
  public Preamble {
    tiers = List.copyOf(tiers);
    priorities = List.copyOf(priorities);
  }

  /** Creates a preamble of a book whose rules use their local shares in fallback. */
  public Preamble(
      List<String> tiers,
      Fallback fallback,
      List<Classifier> priorities,
      AdaptiveSettings adaptive) {
    this(tiers, fallback, priorities, adaptive, FailureMode.LOCAL);
  }

  /** Creates a preamble with tiers and a fallback, and defaults for the rest. */
  public Preamble(List<String> tiers, Fallback fallback) {
    this(tiers, fallback, List.of(), AdaptiveSettings.DEFAULTS);
  }

  /** Returns the preamble with another fallback. */
  public Preamble with(Fallback fallback) {
    return new Preamble(tiers, fallback, priorities, adaptive, onStoreFailure);
  }

  /** Returns what a rule does in fallback. */
  FailureMode onStoreFailure(Rule rule) {
    FailureMode own = rule.onStoreFailure();
    return own == null ? onStoreFailure : own;
  }
}
