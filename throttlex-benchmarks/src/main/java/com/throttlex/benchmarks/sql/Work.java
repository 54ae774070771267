package com.throttlex.benchmarks.sql;

/**
 * What a server has done.
 *
 * @param transactions how many it has committed that locked or wrote something
 * @param statements how many it was sent, or NaN when it does not count them
 */
record Work(double transactions, double statements) {
  /** What was done since then, for each of so many decisions. */
  Work since(Work before, long decisions) {
    return new Work(
        (transactions - before.transactions) / decisions,
        (statements - before.statements) / decisions);
  }
}
