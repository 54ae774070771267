/**
 * A load generator in a separate process, for machines without a better-known one.
 *
 * <p>Start with {@link com.throttlex.benchmarks.load.Generator}. It implements just enough of each
 * protocol to keep a server busy at little cost, because both share a machine.
 */
@NullMarked
package com.throttlex.benchmarks.load;

import org.jspecify.annotations.NullMarked;
