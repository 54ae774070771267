package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;

/**
 * The state of one counter.
 *
 * @param limit the limit of the last charge
 * @param remaining units left
 * @param resetAt when the counter is full again, in nanoseconds since the epoch
 */
public record Status(Limit limit, long remaining, long resetAt) {
  /** Returns the status of a counter at that time. */
  public static Status of(CounterState state, long now) {
    return new Status(state.limit(), state.remaining(now), state.resetAt(now));
  }
}
