package com.throttlex.benchmarks.proxy;

import com.throttlex.benchmarks.contest.Median;
import java.util.List;

/**
 * One round of a side: as fast as it can, and then with requests at fixed times.
 *
 * @param rate requests per second
 * @param cpu the processor time of the side's processes for a request, in microseconds
 * @param p50 half of the paced requests took at most this many microseconds
 * @param p99 99 of 100 paced requests took at most this many microseconds
 */
record ProxyRound(double rate, double cpu, double p50, double p99) {
  static ProxyRound median(List<ProxyRound> rounds) {
    return new ProxyRound(
        Median.of(rounds, ProxyRound::rate),
        Median.of(rounds, ProxyRound::cpu),
        Median.of(rounds, ProxyRound::p50),
        Median.of(rounds, ProxyRound::p99));
  }
}
