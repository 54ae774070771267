/**
 * The report of a replay: one HTML file with plots, for browsers, phones and paper.
 *
 * <p>Start with {@link com.throttlex.replay.report.ReplayReport}.
 */
@NullMarked
package com.throttlex.replay.report;

import org.jspecify.annotations.NullMarked;
