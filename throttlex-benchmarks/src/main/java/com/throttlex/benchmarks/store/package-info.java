/**
 * Limiters with counters in a store, and their callers.
 *
 * <p>Start with {@link com.throttlex.benchmarks.store.Callers}, which send the requests of a {@link
 * com.throttlex.benchmarks.store.Workload} to a {@link com.throttlex.benchmarks.store.Contender}.
 */
@NullMarked
package com.throttlex.benchmarks.store;

import org.jspecify.annotations.NullMarked;
