package com.throttlex.adaptive;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where limits that follow health stand, and what they follow.
 *
 * @param sources what is known of each source, by name
 * @param rules where the limit of each rule stands
 * @param nodes how many nodes have a say
 * @param ignored how many signals were not taken, because they were too old
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
   * Where one limit stands.
   *
   * @param rule the rule's id
   * @param range where it moves
   * @param limit what it is
   * @param mode who moves it
   * @param fixedFor for how long it stays fixed; null when it is not, or without end
   * @param follows whose health it follows
   * @param health the health of those
   * @param reason why it moved last, or did not
   * @param terms the numbers behind that
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
