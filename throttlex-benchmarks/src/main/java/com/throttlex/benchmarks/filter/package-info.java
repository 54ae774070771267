/**
 * What a servlet filter adds to a request: {@link com.throttlex.benchmarks.filter.FilterBenchmark}
 * measures the filter alone, without a container.
 */
@NullMarked
package com.throttlex.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
