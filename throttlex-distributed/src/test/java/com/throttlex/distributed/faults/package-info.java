/**
 * What tests of failing stores are made of; the tests themselves are with the stores.
 *
 * <p>{@link com.throttlex.distributed.faults.Node} is a node as a server builds it, {@link
 * com.throttlex.distributed.faults.Load} the load on it.
 */
@NullMarked
package com.throttlex.distributed.faults;

import org.jspecify.annotations.NullMarked;
