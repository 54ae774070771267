/**
 * Tests of failures of Redis, the network or a node: real servers are killed, stopped and moved
 * under load.
 *
 * <p>{@link com.throttlex.redis.faults.RedisNode} creates nodes as a server builds them, {@link
 * com.throttlex.shared.faults.Load} is the load on them.
 */
@NullMarked
package com.throttlex.redis.faults;

import org.jspecify.annotations.NullMarked;
