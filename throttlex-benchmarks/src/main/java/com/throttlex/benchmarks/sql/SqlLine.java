package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.store.DecisionTally;
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
record SqlLine(
    SqlContender who,
    SqlRound median,
    double low,
    double high,
    DecisionTally total,
    boolean exact) {
  private static final String FORMAT = "  %-19s %11s  %-17s %9s %9s %9s %7s %7s  %s%n";

  static SqlLine of(SqlContender who, List<SqlRound> rounds, DecisionTally total, boolean exact) {
    double[] rates = rounds.stream().mapToDouble(SqlRound::rate).sorted().toArray();
    return new SqlLine(
        who, SqlRound.median(rounds), rates[0], rates[rates.length - 1], total, exact);
  }

  /** Returns the heading of a trial's lines. */
  static String header(Product product, SqlTrial trial, double others) {
    return String.format(
        "%-54s others %s%n" + FORMAT,
        product + ", " + trial.name(),
        Figure.text("%.0f%%", 100 * others),
        "",
        "decisions/s",
        "of rounds",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "trans.",
        "statem.",
        "admitted");
  }

  String text() {
    return String.format(
        FORMAT,
        who,
        Figure.text("%,.0f", median.rate()),
        Figure.text("%,.0f", low) + "-" + Figure.text("%,.0f", high),
        Figure.text("%,.3f", median.median()),
        Figure.text("%,.3f", median.slow()),
        Figure.text("%,.3f", median.slowest()),
        Figure.text("%.4f", median.work().transactions()),
        Figure.text("%.3f", median.work().statements()),
        admitted());
  }

  private String admitted() {
    return String.format(Locale.ROOT, "%,d of %,d", total.allowed(), total.decisions())
        + (exact ? "" : " MORE THAN THE LIMIT")
        + (total.degraded() == 0
            ? ""
            : String.format(Locale.ROOT, "; not by the database: %,d", total.degraded()));
  }
}
