package com.throttlex.server.live;

import com.throttlex.micrometer.DecisionCount;
import java.util.Map;

/**
 * The decisions since the start.
 *
 * @param rules by rule; what a rule shed is among what it denied
 * @param shedByRules denied requests that were shed
 * @param shedByNode checks that the node shed before any rule decided
 */
public record LiveTraffic(Map<String, DecisionCount> rules, long shedByRules, long shedByNode) {
  /**
   * The sums of all rules; what was shed is not among what was denied.
   *
   * <p>The counters are read one after the other. So a request can be denied and not yet shed, and
   * a later sum can have one denial less.
   */
  record Sums(long allowed, long denied, long delayed, long shed) {
    Sums minus(Sums earlier) {
      return new Sums(
          allowed - earlier.allowed,
          Math.max(0, denied - earlier.denied),
          delayed - earlier.delayed,
          shed - earlier.shed);
    }
  }

  Sums sums() {
    long allowed = 0;
    long denied = -shedByRules;
    long delayed = 0;
    for (DecisionCount count : rules.values()) {
      allowed += count.allowed();
      denied += count.blocked();
      delayed += count.delayed();
    }
    return new Sums(allowed, Math.max(0, denied), delayed, shedByRules + shedByNode);
  }
}
