/**
 * Where counters live, and what makes a request's charges atomic.
 *
 * <p>{@link com.throttlex.store.Store} is what any store has to do, {@link
 * com.throttlex.store.Charges} what it is asked and where it answers, {@link
 * com.throttlex.store.MemoryStore} the one in memory; inside that, start reading at {@link
 * com.throttlex.store.Cell}.
 */
@NullMarked
package com.throttlex.store;

import org.jspecify.annotations.NullMarked;
