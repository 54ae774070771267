/**
 * The contract of a store, and the counters in memory.
 *
 * <p>Start with {@link com.throttlex.store.Store}, the contract: it decides all charges of a
 * request in one atomic step. {@link com.throttlex.store.Charges} is the request to a store, and
 * {@link com.throttlex.store.Verdicts} its answer. {@link com.throttlex.store.MemoryStore} is the
 * store in memory; inside it, start with {@link com.throttlex.store.Cell}.
 */
@NullMarked
package com.throttlex.store;

import org.jspecify.annotations.NullMarked;
