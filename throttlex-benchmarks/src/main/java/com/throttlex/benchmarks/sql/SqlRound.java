package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Latencies;
import java.util.List;

/**
 * The result of one round.
 *
 * @param rate decisions per second
 * @param median the median time of a decision, in milliseconds
 * @param slow the 99th percentile
 * @param slowest the 99.9th percentile
 * @param work the work of the server for each decision
 */
record SqlRound(double rate, double median, double slow, double slowest, Work work) {
  static SqlRound of(DecisionTally tally, double seconds, Work work) {
    Latencies times = tally.latencies();
    return new SqlRound(
        tally.decisions() / seconds,
        times.micros(0.5) / 1000,
        times.micros(0.99) / 1000,
        times.micros(0.999) / 1000,
        work);
  }

  /** Returns the medians of each figure. */
  static SqlRound median(List<SqlRound> rounds) {
    return new SqlRound(
        Median.of(rounds, SqlRound::rate),
        Median.of(rounds, SqlRound::median),
        Median.of(rounds, SqlRound::slow),
        Median.of(rounds, SqlRound::slowest),
        new Work(
            Median.of(rounds, round -> round.work.transactions()),
            Median.of(rounds, round -> round.work.statements())));
  }
}
