/**
 * ThrottleX measured side by side with what users would pick instead.
 *
 * <p>{@link com.throttlex.benchmarks.Bench} runs everything and prints one table; the other classes
 * are the JMH benchmarks and the memory measurement behind its rows. The service has a table of its
 * own, from {@link com.throttlex.benchmarks.service.ServiceBench}.
 */
@NullMarked
package com.throttlex.benchmarks;

import org.jspecify.annotations.NullMarked;
