package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import java.util.Locale;

/**
 * One line of the table.
 *
 * @param median the medians of the rounds
 * @param low the lowest rate of a round
 * @param high the highest
 * @param total all decisions, including the warm-up
 * @param exact whether no more was admitted than the limit
 */
record RedisLine(
    RedisContender who,
    RedisRound median,
    double low,
    double high,
    DecisionTally total,
    boolean exact) {
  private static final String FORMAT = "  %-19s %11s  %-21s %9s %9s %8s %8s  %s%n";

  static RedisLine of(
      RedisContender who, List<RedisRound> rounds, DecisionTally total, boolean exact) {
    double[] rates = rounds.stream().mapToDouble(RedisRound::rate).sorted().toArray();
    return new RedisLine(
        who, RedisRound.median(rounds), rates[0], rates[rates.length - 1], total, exact);
  }

  /** Returns the heading of a workload's lines. */
  static String header(Workload workload, double others) {
    return String.format(
        "%-42s others %s%n" + FORMAT,
        workload.name(),
        Figure.text("%.0f%%", 100 * others),
        "",
        "decisions/s",
        "of rounds",
        "p50 us",
        "p99 us",
        "calls",
        "Redis us",
        "admitted");
  }

  String text() {
    return String.format(
        FORMAT,
        who,
        Figure.text("%,.0f", median.rate()),
        Figure.text("%,.0f", low) + "-" + Figure.text("%,.0f", high),
        Figure.text("%,.1f", median.median()),
        Figure.text("%,.1f", median.slow()),
        Figure.text("%.4f", median.calls()),
        Figure.text("%.2f", median.redisMicros()),
        admitted());
  }

  private String admitted() {
    return String.format(Locale.ROOT, "%,d of %,d", total.allowed(), total.decisions())
        + (exact ? "" : " MORE THAN THE LIMIT")
        + (total.degraded() == 0
            ? ""
            : String.format(Locale.ROOT, "; not by Redis: %,d", total.degraded()));
  }
}
