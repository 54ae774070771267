/**
 * Health signals that an application has already: its connection pools and circuit breakers.
 *
 * <p>Start with {@link com.throttlex.spring.health.PoolSignals} and {@link
 * com.throttlex.spring.health.BreakerSignals}.
 */
@NullMarked
package com.throttlex.spring.health;

import org.jspecify.annotations.NullMarked;
