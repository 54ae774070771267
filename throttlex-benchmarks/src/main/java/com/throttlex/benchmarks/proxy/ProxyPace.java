package com.throttlex.benchmarks.proxy;

/**
 * The number and the length of rounds.
 *
 * @param warmUpRequests a side is warm after so many requests, because a JVM compiles by calls
 * @param warmUpSeconds the longest warm-up
 */
record ProxyPace(int rounds, int warmUpRequests, int warmUpSeconds, int roundSeconds) {
  static final ProxyPace FULL = new ProxyPace(5, 120_000, 20, 2);
  static final ProxyPace QUICK = new ProxyPace(2, 30_000, 8, 1);
}
