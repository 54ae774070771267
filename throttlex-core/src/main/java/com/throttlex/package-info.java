/**
 * ThrottleX as a library: decides for every request whether it may proceed.
 *
 * <p>For a single limit, start with {@link com.throttlex.RateLimiter}. For rules, start with {@link
 * com.throttlex.ThrottleX}: it turns a request into charges, and their answers into one {@link
 * com.throttlex.Decision}.
 */
@NullMarked
package com.throttlex;

import org.jspecify.annotations.NullMarked;
