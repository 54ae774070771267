package com.throttlex.server.admin;

import com.throttlex.jdbc.UsageCount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of usage by rule, the rules with the most decisions first. */
final class UsageByRule {
  private static final Comparator<UsageCount> BUSIEST =
      Comparator.comparingLong((UsageCount sum) -> sum.allowed() + sum.denied())
          .thenComparingLong(UsageCount::shadowDenied)
          .reversed()
          .thenComparing(UsageCount::rule);

  private final Map<String, UsageCount> sums = new HashMap<>();
  private final boolean more;

  /**
   * Creates sums.
   *
   * @param busiest the rules with the most decisions, and one more if there are more than the limit
   */
  UsageByRule(List<UsageCount> busiest, int limit) {
    busiest.stream().limit(limit).forEach(sum -> sums.put(sum.rule(), sum));
    more = busiest.size() > limit;
  }

  /** Adds decisions; those of a rule beyond the limit are left out. */
  void add(UsageCount count) {
    if (!more || sums.containsKey(count.rule())) {
      sums.merge(count.rule(), count, UsageCount::plus);
    }
  }

  /** Returns whether there are more rules than the limit. */
  boolean hasMore() {
    return more;
  }

  /** Returns a row for each rule. */
  JsonArray rows() {
    JsonArray rows = new JsonArray();
    sums.values().stream()
        .sorted(BUSIEST)
        .forEach(sum -> rows.add(UsageSums.put(new JsonObject().put("rule", sum.rule()), sum)));
    return rows;
  }
}
