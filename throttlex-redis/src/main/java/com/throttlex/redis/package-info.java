/**
 * Redis or Valkey as the place that several nodes share.
 *
 * <p>{@link com.throttlex.redis.Redis} is the connection that everything here goes through.
 */
@NullMarked
package com.throttlex.redis;

import org.jspecify.annotations.NullMarked;
