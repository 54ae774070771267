package com.throttlex.benchmarks.store;

/**
 * The work of a server.
 *
 * @param requests the commands that Redis got, or the transactions of a database that locked or
 *     wrote something
 * @param effort the processor time of Redis in microseconds, or the statements of a database; NaN
 *     if the server does not count it
 */
public record Work(double requests, double effort) {
  /** Returns the work since then, for each of that many decisions. */
  Work since(Work before, long decisions) {
    return new Work((requests - before.requests) / decisions, (effort - before.effort) / decisions);
  }
}
