/**
 * The cost of a servlet filter for a request: {@link
 * com.throttlex.benchmarks.filter.FilterBenchmark} measures the filter alone, without a container.
 * Start with {@link com.throttlex.benchmarks.filter.FilterBench}.
 */
@NullMarked
package com.throttlex.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
