/**
 * Load from a process of its own, where no better known program for it is installed.
 *
 * <p>Start with {@link com.throttlex.benchmarks.load.Generator}, which is told what to send. It
 * speaks just enough of each protocol to keep a server busy at little cost, as both share a
 * machine.
 */
@NullMarked
package com.throttlex.benchmarks.load;

import org.jspecify.annotations.NullMarked;
