/**
 * The service measured from outside, next to what does a comparable job.
 *
 * <p>Start with {@link com.throttlex.benchmarks.service.ServiceBench}: it starts the real program
 * and its peers, lets a {@code Contest} run for every row, and prints the table.
 */
@NullMarked
package com.throttlex.benchmarks.service;

import org.jspecify.annotations.NullMarked;
