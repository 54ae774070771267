package com.throttlex;

import com.throttlex.rule.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rules apply to a request and why, the state of each, and what would be decided.
 *
 * @param decision what would be decided now
 * @param rules every rule of the book, in order, the default rule last
 */
public record Explanation(Decision decision, List<RuleExplanation> rules) {
  /**
   * The part of an explanation about one rule.
   *
   * @param rule its id
   * @param mode its mode
   * @param applies whether it applies
   * @param why why it does or does not
   * @param key the counter's key in print, or null when it does not apply
   * @param limits the state of its limits; empty when it does not apply
   */
  public record RuleExplanation(
      String rule,
      Mode mode,
      boolean applies,
      String why,
      @Nullable String key,
      List<LimitStatus> limits) {}
}
