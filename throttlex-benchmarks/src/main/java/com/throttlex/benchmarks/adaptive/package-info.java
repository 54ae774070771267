/**
 * Adaptive limits, compared on a simulated server.
 *
 * <p>Start with {@link com.throttlex.benchmarks.adaptive.AdaptiveBench}, which runs every scenario
 * with every limiter and writes the page. A {@code Plant} is the server, in virtual time, and a
 * {@code Limiter} admits its requests. A {@code ScenarioRun} is summed up in {@code Figures} and
 * scored by {@code Measure}s. Equal seeds give equal pages.
 */
@NullMarked
package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.NullMarked;
