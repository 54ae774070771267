/**
 * The common parts of comparisons: sides that run in turns, medians, goals, and the machine.
 *
 * <p>Start with {@link com.throttlex.benchmarks.contest.Turns}.
 */
@NullMarked
package com.throttlex.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
