/**
 * Decisions in Redis, compared with peers.
 *
 * <p>Start with {@link com.throttlex.benchmarks.redis.RedisBench}. For every {@code Workload}, all
 * {@code Contender}s use the same Redis in turns; then it prints one table.
 */
@NullMarked
package com.throttlex.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
