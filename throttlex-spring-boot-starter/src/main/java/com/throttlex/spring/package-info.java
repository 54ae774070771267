/**
 * ThrottleX in a Spring Boot application: settings, rules and the engine.
 *
 * <p>Start with {@link com.throttlex.spring.ThrottleXAutoConfiguration}. Other packages enforce the
 * rules: {@code servlet} and {@code webflux} for requests, {@code method} for methods, {@code
 * client} for outbound calls, {@code gateway} for routes. {@code store} opens the counters, and
 * {@code actuate} has endpoint, health and metrics.
 */
@NullMarked
package com.throttlex.spring;

import org.jspecify.annotations.NullMarked;
