/**
 * Decisions as metrics.
 *
 * <p>{@link com.throttlex.micrometer.DecisionMetrics} counts what was decided, {@link
 * com.throttlex.micrometer.MeteredStore} how long the store took and how often it failed, {@link
 * com.throttlex.micrometer.StoreMetrics} what happened while a store that nodes share was away,
 * {@link com.throttlex.micrometer.AdaptiveMetrics} where limits stand that follow health, and
 * {@link com.throttlex.micrometer.ShedMetrics} what was shed.
 */
@NullMarked
package com.throttlex.micrometer;

import org.jspecify.annotations.NullMarked;
