/**
 * The tools for tests of failing stores; the tests themselves are in the modules of the stores.
 *
 * <p>{@link com.throttlex.distributed.faults.Node} is a node as a server builds it, {@link
 * com.throttlex.distributed.faults.Load} is the load on it.
 */
@NullMarked
package com.throttlex.distributed.faults;

import org.jspecify.annotations.NullMarked;
