/**
 * Tests of failures of Redis, the network or a node: real servers are killed, stopped and moved
 * under load.
 *
 * <p>{@link com.throttlex.redis.faults.RedisFaultsTest} runs the contracts that all shared stores
 * keep. The other tests are about what only Redis has: scripts, Sentinel, Cluster.
 */
@NullMarked
package com.throttlex.redis.faults;

import org.jspecify.annotations.NullMarked;
