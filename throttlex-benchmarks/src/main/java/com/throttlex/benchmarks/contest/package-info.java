/**
 * What all comparisons need: sides that run in turns, medians, bars, and the machine that the
 * figures come from.
 *
 * <p>Start with {@link com.throttlex.benchmarks.contest.Turns}.
 */
@NullMarked
package com.throttlex.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
