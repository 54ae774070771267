/**
 * What nodes do when Redis, the network or a node fails: real servers that are killed, stopped and
 * moved, under load.
 *
 * <p>{@link com.throttlex.redis.faults.RedisNode} makes nodes as a server builds them, {@link
 * com.throttlex.distributed.faults.Load} the load on them.
 */
@NullMarked
package com.throttlex.redis.faults;

import org.jspecify.annotations.NullMarked;
