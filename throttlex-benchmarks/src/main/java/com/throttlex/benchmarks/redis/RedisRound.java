package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.store.DecisionTally;
import java.util.List;

/**
 * The result of one round.
 *
 * @param rate decisions per second
 * @param median the median time of a decision, in microseconds
 * @param slow the 99th percentile
 * @param calls commands sent to Redis for each decision
 * @param redisMicros processor time of Redis for each decision, in microseconds
 */
record RedisRound(double rate, double median, double slow, double calls, double redisMicros) {
  static RedisRound of(DecisionTally tally, double seconds, long calls, double redisSeconds) {
    double decisions = tally.decisions();
    return new RedisRound(
        decisions / seconds,
        tally.latencies().micros(0.5),
        tally.latencies().micros(0.99),
        calls / decisions,
        redisSeconds * 1_000_000 / decisions);
  }

  /** Returns the medians of each figure. */
  static RedisRound median(List<RedisRound> rounds) {
    return new RedisRound(
        Median.of(rounds, RedisRound::rate),
        Median.of(rounds, RedisRound::median),
        Median.of(rounds, RedisRound::slow),
        Median.of(rounds, RedisRound::calls),
        Median.of(rounds, RedisRound::redisMicros));
  }
}
