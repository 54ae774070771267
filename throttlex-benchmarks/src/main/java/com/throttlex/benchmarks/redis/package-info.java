/**
 * Decisions that are made in Redis, next to others who make them there.
 *
 * <p>Start with {@link com.throttlex.benchmarks.redis.RedisBench}: for every {@code Workload} it
 * lets all {@code Contender}s ask the same Redis in turns, and prints one table.
 */
@NullMarked
package com.throttlex.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
