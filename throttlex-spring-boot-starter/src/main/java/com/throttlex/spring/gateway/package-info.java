/**
 * Limits the routes of Spring Cloud Gateway. Start with {@link
 * com.throttlex.spring.gateway.ThrottleXRateLimiter}, which its {@code RequestRateLimiter} calls.
 */
@NullMarked
package com.throttlex.spring.gateway;

import org.jspecify.annotations.NullMarked;
