package com.throttlex;

import com.throttlex.rule.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules that apply to a request and why, the state of each, and the decision that would follow.
 *
 * @param decision the decision that a check would get now
 * @param rules the rules of the book, in order, the default rule last
 * @param omitted how many rules that do not apply are left out
 */
public record Explanation(Decision decision, List<RuleExplanation> rules, int omitted) {
  /**
   * The part of an explanation about one rule.
   *
   * @param rule its id
   * @param mode its mode
   * @param applies whether it applies
   * @param why the reason why it does or does not
   * @param key the printed key of the counter, or null when the rule does not apply
   * @param limits the state of its limits; empty when the rule does not apply
   * @param block the strikes and the block of the key; null unless the rule applies and blocks
   */
  public record RuleExplanation(
      String rule,
      Mode mode,
      boolean applies,
      String why,
      @Nullable String key,
      List<LimitStatus> limits,
      @Nullable BlockStatus block) {}
}
