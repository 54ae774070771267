/**
 * Decisions as metrics.
 *
 * <p>{@link com.throttlex.micrometer.DecisionMetrics} counts what was decided, {@link
 * com.throttlex.micrometer.MeteredStore} how long the store took and how often it failed.
 */
@NullMarked
package com.throttlex.micrometer;

import org.jspecify.annotations.NullMarked;
