/**
 * What it means to be a store, as tests.
 *
 * <p>A store's proof is a class that extends {@link com.throttlex.tck.StoreContract} and makes the
 * store; start reading there. The contract compares a store with the naive models behind {@code
 * ReferenceModel}, step by step over seeded {@code Trace}s, and asks of it what models cannot say:
 * atomicity under concurrency, bounds of recorded histories, keys that stay apart. {@link
 * com.throttlex.tck.ManualClock} is a time source for tests of everything above a store. {@link
 * com.throttlex.tck.QueueContract} does the same for overflow queues.
 */
@NullMarked
package com.throttlex.tck;

import org.jspecify.annotations.NullMarked;
