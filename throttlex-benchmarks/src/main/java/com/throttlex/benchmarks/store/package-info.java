/**
 * Limiters that keep their counters in a store, and those who ask them.
 *
 * <p>Start with {@link com.throttlex.benchmarks.store.Callers}, who ask a {@link
 * com.throttlex.benchmarks.store.Contender} what a {@link com.throttlex.benchmarks.store.Workload}
 * says.
 */
@NullMarked
package com.throttlex.benchmarks.store;

import org.jspecify.annotations.NullMarked;
