package com.throttlex.replay;

import com.throttlex.rule.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a replay about one rule.
 *
 * <p>Every denial and every delay counts for one rule, the one that the decision reports. All
 * numbers are exact.
 *
 * @param rule the rule
 * @param requests the decisions to which the rule applied
 * @param keys the number of keys
 * @param deniedKeys the keys with at least one denial, or would-be denial of a rule in shadow mode
 * @param denied the decisions that this rule denied
 * @param delayed the decisions that this rule delayed
 * @param shadowDenied the decisions that this rule, in shadow mode, would have denied
 * @param busiestMinute the minute with the most requests; null without requests
 * @param deniedShares the number of keys by the share of their requests that was denied
 * @param mostDenied the keys with the most denials
 * @param timeline the requests and denials over time
 */
public record RuleResult(
    Rule rule,
    long requests,
    long keys,
    long deniedKeys,
    long denied,
    long delayed,
    long shadowDenied,
    @Nullable BusiestMinute busiestMinute,
    List<DeniedShare> deniedShares,
    List<DeniedKey> mostDenied,
    ReplayTimeline timeline) {
  /** Copies the lists. */
  public RuleResult {
    deniedShares = List.copyOf(deniedShares);
    mostDenied = List.copyOf(mostDenied);
  }
}
