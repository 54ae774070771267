/**
 * Health signals that the service reads from a Prometheus server.
 *
 * <p>Start with {@link com.throttlex.server.prometheus.PrometheusPoller}.
 */
@NullMarked
package com.throttlex.server.prometheus;

import org.jspecify.annotations.NullMarked;
