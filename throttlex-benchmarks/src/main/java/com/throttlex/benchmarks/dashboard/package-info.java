/**
 * The dashboard measured from outside: its cost for the service, and its speed in a browser.
 *
 * <p>Start with {@link com.throttlex.benchmarks.dashboard.DashboardBench}.
 */
@NullMarked
package com.throttlex.benchmarks.dashboard;

import org.jspecify.annotations.NullMarked;
