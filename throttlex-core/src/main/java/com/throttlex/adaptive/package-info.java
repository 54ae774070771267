/**
 * Limits that follow the health of what they protect: signals make a health, a controller makes of
 * it the next limit.
 *
 * <p>Everything here is a function of what was seen and of the time; nothing reads a clock.
 */
@NullMarked
package com.throttlex.adaptive;

import org.jspecify.annotations.NullMarked;
