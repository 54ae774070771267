/**
 * Limits the routes of Spring Cloud Gateway: {@link
 * com.throttlex.spring.gateway.ThrottleXRateLimiter} is what its {@code RequestRateLimiter} asks.
 */
@NullMarked
package com.throttlex.spring.gateway;

import org.jspecify.annotations.NullMarked;
