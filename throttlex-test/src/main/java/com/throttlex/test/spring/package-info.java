/**
 * Helpers for tests of Spring Boot applications: {@link com.throttlex.test.spring.ManualTime} gives
 * them a clock that tests move.
 */
@NullMarked
package com.throttlex.test.spring;

import org.jspecify.annotations.NullMarked;
