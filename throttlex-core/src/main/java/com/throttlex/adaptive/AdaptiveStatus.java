package com.throttlex.adaptive;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The present adaptive limits and the health that they follow.
 *
 * @param sources the state of each source, by name
 * @param rules the state of each rule's limit
 * @param nodes the number of nodes that report
 * @param ignored the number of signals that were too old to count
 * @param problem why the nodes may not agree, or null when they do
 */
public record AdaptiveStatus(
    Map<String, SourceReport> sources,
    List<Limit> rules,
    int nodes,
    long ignored,
    @Nullable String problem) {
  public AdaptiveStatus {
    sources = Map.copyOf(sources);
    rules = List.copyOf(rules);
  }

  /**
   * The state of one adaptive limit.
   *
   * @param rule the rule's id
   * @param range the range in which it moves
   * @param limit its present value
   * @param mode who moves it
   * @param fixedFor for how long it stays fixed; null if it is not fixed, or has no end
   * @param follows the sources whose health it follows
   * @param health the health of those sources
   * @param reason why it moved last, or did not
   * @param terms the numbers behind the reason
   */
  public record Limit(
      String rule,
      Range range,
      long limit,
      AdaptiveMode mode,
      @Nullable Duration fixedFor,
      List<String> follows,
      Health health,
      String reason,
      Map<String, Double> terms) {
    public Limit {
      follows = List.copyOf(follows);
      terms = Map.copyOf(terms);
    }
  }
}
