package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.store.Latencies;
import com.throttlex.benchmarks.store.Tally;
import java.util.List;

/**
 * What one round has shown.
 *
 * @param rate decisions in a second
 * @param median the time of a decision that half of all stay within, in milliseconds
 * @param slow the one that 99 of 100 stay within
 * @param slowest the one that 999 of 1000 stay within
 * @param work what the server has done for each decision
 */
record Round(double rate, double median, double slow, double slowest, Work work) {
  static Round of(Tally tally, double seconds, Work work) {
    Latencies times = tally.latencies();
    return new Round(
        tally.decisions() / seconds,
        times.micros(0.5) / 1000,
        times.micros(0.99) / 1000,
        times.micros(0.999) / 1000,
        work);
  }

  /** The medians of each figure. */
  static Round median(List<Round> rounds) {
    return new Round(
        Median.of(rounds, Round::rate),
        Median.of(rounds, Round::median),
        Median.of(rounds, Round::slow),
        Median.of(rounds, Round::slowest),
        new Work(
            Median.of(rounds, round -> round.work.transactions()),
            Median.of(rounds, round -> round.work.statements())));
  }
}
