/**
 * The seven algorithms as pure arithmetic: from state, limit, cost and time to a new state or a
 * denial.
 *
 * <p>Start with {@link com.throttlex.algorithm.Rate}, the limit as a user writes it. {@link
 * com.throttlex.algorithm.Limit} is the form for computing. It has four arithmetics: {@link
 * com.throttlex.algorithm.Bucket} for token bucket, leaky bucket and GCRA; {@link
 * com.throttlex.algorithm.FixedWindow}; {@link com.throttlex.algorithm.SlidingCounter}; and {@link
 * com.throttlex.algorithm.SlidingLog} for the sliding window log and for concurrency. {@link
 * com.throttlex.algorithm.CounterState} applies them in the same way for every store. Nothing here
 * reads a clock, takes a lock or does I/O. Time is nanoseconds since the Unix epoch in a {@code
 * long}, which lasts until the year 2262; amounts are whole units.
 */
@NullMarked
package com.throttlex.algorithm;

import org.jspecify.annotations.NullMarked;
