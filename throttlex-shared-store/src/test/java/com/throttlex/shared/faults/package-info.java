/**
 * The tools for tests of failing stores; the tests themselves are in the modules of the stores.
 *
 * <p>{@link com.throttlex.shared.faults.Node} is a node as a server builds it, {@link
 * com.throttlex.shared.faults.Load} is the load on it.
 */
@NullMarked
package com.throttlex.shared.faults;

import org.jspecify.annotations.NullMarked;
