/**
 * ThrottleX in a Spring Boot application: settings, rules and the engine made of them.
 *
 * <p>Start with {@link com.throttlex.spring.ThrottleXAutoConfiguration}. What enforces the rules is
 * in packages of its own: requests in {@code servlet} and {@code webflux}, methods in {@code
 * method}, calls to others in {@code client}, routes in {@code gateway}; {@code store} finds where
 * to count, {@code actuate} shows what is going on.
 */
@NullMarked
package com.throttlex.spring;

import org.jspecify.annotations.NullMarked;
