package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.store.Tally;
import java.util.List;

/**
 * What one round has shown.
 *
 * @param rate decisions in a second
 * @param median the time of a decision that half of all stay within, in microseconds
 * @param slow the one that 99 of 100 stay within
 * @param calls commands sent to Redis for each decision
 * @param redisMicros processor time of Redis for each decision, in microseconds
 */
record Round(double rate, double median, double slow, double calls, double redisMicros) {
  static Round of(Tally tally, double seconds, long calls, double redisSeconds) {
    double decisions = tally.decisions();
    return new Round(
        decisions / seconds,
        tally.latencies().micros(0.5),
        tally.latencies().micros(0.99),
        calls / decisions,
        redisSeconds * 1_000_000 / decisions);
  }

  /** The medians of each figure. */
  static Round median(List<Round> rounds) {
    return new Round(
        Median.of(rounds, Round::rate),
        Median.of(rounds, Round::median),
        Median.of(rounds, Round::slow),
        Median.of(rounds, Round::calls),
        Median.of(rounds, Round::redisMicros));
  }
}
