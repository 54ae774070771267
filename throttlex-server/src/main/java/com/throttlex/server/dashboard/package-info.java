/**
 * The dashboard: files for browsers, served from memory.
 *
 * <p>{@link com.throttlex.server.dashboard.DashboardPages} answers requests; {@link
 * com.throttlex.server.dashboard.DashboardFiles} reads the files and puts the page together.
 */
@NullMarked
package com.throttlex.server.dashboard;

import org.jspecify.annotations.NullMarked;
