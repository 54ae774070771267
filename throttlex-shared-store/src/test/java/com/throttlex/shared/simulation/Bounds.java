package com.throttlex.shared.simulation;

import com.throttlex.algorithm.Limit;

/** The published bounds: the most that may be admitted under a limit. */
final class Bounds {
  private Bounds() {}

  /**
   * Returns the most units in any time of that length, both ends included, by one durable counter.
   */
  static long most(Limit limit, long nanos) {
    long amount = limit.rate().amount();
    long periods = nanos / limit.rate().period().nanos();
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> limit.capacity() + flow(limit, nanos + 2);
      case FIXED_WINDOW -> amount * (periods + 2);
      case SLIDING_WINDOW_COUNTER -> periods == 0 ? 2 * amount - 1 : amount * (periods + 2);
      case SLIDING_WINDOW_LOG, CONCURRENCY -> amount * (periods + 1);
    };
  }

  /**
   * Returns the most units that forward steps of the counting clock can add: rate × step to a
   * bucket, one amount per step to a log, and two per step to windows, because a step moves them to
   * another window at another phase.
   */
  static long stepped(Limit limit, int steps, long nanos) {
    long amount = limit.rate().amount();
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> flow(limit, nanos);
      case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> 2 * amount * steps;
      case SLIDING_WINDOW_LOG, CONCURRENCY -> amount * steps;
    };
  }

  /** Returns the refill of a bucket in that time. */
  static long flow(Limit limit, long nanos) {
    return (long) ((double) nanos * limit.rate().amount() / limit.rate().period().nanos());
  }
}
