/**
 * Limits the calls of methods: {@link com.throttlex.spring.method.RateLimited} says which and how.
 *
 * <p>{@code GuardedMethods} finds the annotations and parses their expressions when a bean is made,
 * {@code Gate} asks the rules, {@code RateLimitedInterceptor} stands around the call.
 */
@NullMarked
package com.throttlex.spring.method;

import org.jspecify.annotations.NullMarked;
