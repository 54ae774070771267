/**
 * ThrottleX measured side by side with what users would pick instead.
 *
 * <p>{@link com.throttlex.benchmarks.Bench} runs everything and prints one table; the other classes
 * are the JMH benchmarks and the memory measurement behind its rows.
 */
@NullMarked
package com.throttlex.benchmarks;

import org.jspecify.annotations.NullMarked;
