/**
 * Counters, queues and rules in Redis or Valkey, shared by several nodes.
 *
 * <p>{@link com.throttlex.redis.Redis} is the connection, and {@link
 * com.throttlex.redis.RedisStore} is the store on it. To see how a decision is made, read {@code
 * decide.lua} and the scripts in which it is nested. Then read {@code ScriptBatch}, which calls it,
 * and {@code ScriptAnswers}, which reads its answers. {@code CrossSlot} decides requests with
 * several hash slots of a Cluster.
 */
@NullMarked
package com.throttlex.redis;

import org.jspecify.annotations.NullMarked;
