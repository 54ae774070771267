/**
 * Counters, queues and rules in Redis or Valkey, shared by several nodes.
 *
 * <p>{@link com.throttlex.redis.Redis} is the connection that everything here goes through, {@link
 * com.throttlex.redis.RedisStore} the store on it. To see how a decision is made, read {@code
 * decide.lua} and the scripts it is nested in, then {@code ScriptBatch}, which asks it, and {@code
 * ScriptAnswers}, which reads what it says; {@code CrossSlot} is for what a Cluster keeps apart.
 */
@NullMarked
package com.throttlex.redis;

import org.jspecify.annotations.NullMarked;
