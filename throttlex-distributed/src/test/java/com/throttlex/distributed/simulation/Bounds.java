package com.throttlex.distributed.simulation;

import com.throttlex.algorithm.Limit;

/** The published bounds: the most that may be admitted under a limit. */
final class Bounds {
  private Bounds() {}

  /** In any time of that length, both ends included, by one counter that is never lost. */
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
   * What steps forward of the counting clock can add: to a bucket rate × step; to a log one amount
   * each; to windows two each, as a step takes them to another window at another phase.
   */
  static long stepped(Limit limit, int steps, long nanos) {
    long amount = limit.rate().amount();
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> flow(limit, nanos);
      case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> 2 * amount * steps;
      case SLIDING_WINDOW_LOG, CONCURRENCY -> amount * steps;
    };
  }

  /** What a bucket gives back in that time. */
  static long flow(Limit limit, long nanos) {
    return (long) ((double) nanos * limit.rate().amount() / limit.rate().period().nanos());
  }
}
