/**
 * ThrottleX as a library: decides for every request whether it may pass.
 *
 * <p>For one limit start with {@link com.throttlex.RateLimiter}; for rules with {@link
 * com.throttlex.ThrottleX}, which turns a request into charges and charges into one {@link
 * com.throttlex.Decision}.
 */
@NullMarked
package com.throttlex;

import org.jspecify.annotations.NullMarked;
