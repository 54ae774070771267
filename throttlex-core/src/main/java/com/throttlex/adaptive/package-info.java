/**
 * Adaptive limits. Signals add up to a health, and a controller computes the next limit from it.
 *
 * <p>Start with {@link com.throttlex.adaptive.AdaptiveLimits}. Every class is a function of
 * observations and time; none reads a clock.
 */
@NullMarked
package com.throttlex.adaptive;

import org.jspecify.annotations.NullMarked;
