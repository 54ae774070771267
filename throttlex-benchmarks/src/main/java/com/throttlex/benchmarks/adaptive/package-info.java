/**
 * Limits that adapt, compared on a simulated server.
 *
 * <p>{@link com.throttlex.benchmarks.adaptive.AdaptiveBench} runs every scenario with every limiter
 * and writes the page. A {@code Plant} is the server, in virtual time; a {@code Limiter} stands at
 * its door; the {@code ScenarioRun} that comes of both is summed up in {@code Figures} and judged
 * by a {@code Score}. Equal seeds give equal pages.
 */
@NullMarked
package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.NullMarked;
