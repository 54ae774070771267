/**
 * Limits for method calls. Start with {@link com.throttlex.spring.method.RateLimited}, the
 * annotation.
 *
 * <p>{@code GuardedMethods} finds the annotations and parses their expressions when a bean is
 * created, {@code Gate} checks the rules, and {@code RateLimitedInterceptor} intercepts the call.
 */
@NullMarked
package com.throttlex.spring.method;

import org.jspecify.annotations.NullMarked;
