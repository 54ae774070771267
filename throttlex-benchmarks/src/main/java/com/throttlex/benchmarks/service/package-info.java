/**
 * The service measured from outside, compared with peers.
 *
 * <p>Start with {@link com.throttlex.benchmarks.service.ServiceBench}. It starts the real program
 * and its peers, runs a {@code Contest} for every row, and prints the table.
 */
@NullMarked
package com.throttlex.benchmarks.service;

import org.jspecify.annotations.NullMarked;
