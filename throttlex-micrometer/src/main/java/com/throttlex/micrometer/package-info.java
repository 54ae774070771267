/**
 * ThrottleX's Micrometer metrics.
 *
 * <p>Start with {@link com.throttlex.micrometer.DecisionMetrics}, which counts decisions. {@link
 * com.throttlex.micrometer.MeteredStore} measures the store, and {@link
 * com.throttlex.micrometer.StoreMetrics} counts decisions in fallback. {@link
 * com.throttlex.micrometer.AdaptiveMetrics} shows adaptive limits, and {@link
 * com.throttlex.micrometer.ShedMetrics} counts shed requests.
 */
@NullMarked
package com.throttlex.micrometer;

import org.jspecify.annotations.NullMarked;
