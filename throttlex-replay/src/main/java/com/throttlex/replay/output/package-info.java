/**
 * The result of a replay as JSON for machines ({@link com.throttlex.replay.output.ReplayJson}) and
 * as tables for people ({@link com.throttlex.replay.output.ReplayText}).
 */
@NullMarked
package com.throttlex.replay.output;

import org.jspecify.annotations.NullMarked;
