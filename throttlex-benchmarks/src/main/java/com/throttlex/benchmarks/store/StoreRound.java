package com.throttlex.benchmarks.store;

import com.throttlex.benchmarks.contest.Median;
import java.util.List;

/**
 * The result of one round.
 *
 * @param rate decisions per second
 * @param median the median time of a decision, in microseconds
 * @param slow the 99th percentile
 * @param slowest the 99.9th percentile
 * @param work the work of the server for each decision
 */
public record StoreRound(double rate, double median, double slow, double slowest, Work work) {
  static StoreRound of(DecisionTally tally, double seconds, Work work) {
    Latencies times = tally.latencies();
    return new StoreRound(
        tally.decisions() / seconds,
        times.micros(0.5),
        times.micros(0.99),
        times.micros(0.999),
        work);
  }

  /** Returns the medians of each figure. */
  static StoreRound median(List<StoreRound> rounds) {
    return new StoreRound(
        Median.of(rounds, StoreRound::rate),
        Median.of(rounds, StoreRound::median),
        Median.of(rounds, StoreRound::slow),
        Median.of(rounds, StoreRound::slowest),
        new Work(
            Median.of(rounds, round -> round.work.requests()),
            Median.of(rounds, round -> round.work.effort())));
  }
}
