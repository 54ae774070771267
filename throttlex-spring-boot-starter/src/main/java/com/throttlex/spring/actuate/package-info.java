/**
 * The actuator endpoint {@code throttlex}, the health indicator of the same name, and metrics.
 *
 * <p>Start with {@link com.throttlex.spring.actuate.ThrottleXActuatorAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.actuate;

import org.jspecify.annotations.NullMarked;
