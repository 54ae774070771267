package com.throttlex.benchmarks.sql;

/**
 * The work of a server.
 *
 * @param transactions the committed transactions that locked or wrote something
 * @param statements the statements, or NaN if it does not count them
 */
record Work(double transactions, double statements) {
  /** Returns the work since then, for each of that many decisions. */
  Work since(Work before, long decisions) {
    return new Work(
        (transactions - before.transactions) / decisions,
        (statements - before.statements) / decisions);
  }
}
