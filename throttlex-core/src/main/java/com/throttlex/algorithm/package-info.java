/**
 * The seven algorithms as pure arithmetic: state, limit, cost and time in; new state or a denial
 * out.
 *
 * <p>Start with {@link com.throttlex.algorithm.Rate} (what a user writes), then {@link
 * com.throttlex.algorithm.Limit} (what is computed with) and its four arithmetics: {@link
 * com.throttlex.algorithm.Bucket} for token bucket, leaky bucket and GCRA; {@link
 * com.throttlex.algorithm.FixedWindow}; {@link com.throttlex.algorithm.SlidingCounter}; and {@link
 * com.throttlex.algorithm.SlidingLog} for the sliding log and for concurrency. {@link
 * com.throttlex.algorithm.CounterState} puts them to use, for every store alike. Nothing here reads
 * a clock, takes a lock or does I/O. Time is nanoseconds since the Unix epoch in a {@code long},
 * which lasts until the year 2262; amounts are whole units.
 */
@NullMarked
package com.throttlex.algorithm;

import org.jspecify.annotations.NullMarked;
