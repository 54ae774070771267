/**
 * What nodes do when Redis, the network or a node fails: real servers that are killed, stopped and
 * moved, under load.
 *
 * <p>{@link com.throttlex.redis.faults.Node} is a node as a server builds it, {@link
 * com.throttlex.redis.faults.Load} the load on it.
 */
@NullMarked
package com.throttlex.redis.faults;

import org.jspecify.annotations.NullMarked;
