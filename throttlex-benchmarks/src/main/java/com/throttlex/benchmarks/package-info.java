/**
 * Benchmarks of ThrottleX and its peers.
 *
 * <p>Start with {@link com.throttlex.benchmarks.Bench}, which runs everything and prints one table.
 * The other classes are the JMH benchmarks and the memory measurement behind its rows. The service
 * has its own table, from {@link com.throttlex.benchmarks.service.ServiceBench}.
 */
@NullMarked
package com.throttlex.benchmarks;

import org.jspecify.annotations.NullMarked;
