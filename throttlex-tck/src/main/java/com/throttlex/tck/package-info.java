/**
 * The contract of stores and queues, as tests.
 *
 * <p>Start with {@link com.throttlex.tck.StoreContract}: to prove a store, extend this class and
 * create the store. The contract compares a store with the naive models behind {@code
 * ReferenceModel}, step by step over seeded {@code Trace}s. It also tests what models cannot:
 * atomicity under concurrency, bounds of recorded histories, distinct keys. {@link
 * com.throttlex.test.ManualClock} is a clock for tests of everything above a store. {@link
 * com.throttlex.tck.QueueContract} is the same for overflow queues.
 */
@NullMarked
package com.throttlex.tck;

import org.jspecify.annotations.NullMarked;
