/**
 * Limiters with counters in a store, their callers, and the tables of their figures.
 *
 * <p>Start with {@link com.throttlex.benchmarks.store.Callers}, which send the requests of a {@link
 * com.throttlex.benchmarks.store.Workload} to a {@link com.throttlex.benchmarks.store.Contender}.
 * {@link com.throttlex.benchmarks.store.StoreReport} compares them.
 */
@NullMarked
package com.throttlex.benchmarks.store;

import org.jspecify.annotations.NullMarked;
