/**
 * The recorder: requests of clients and their verdicts as JSON lines, with masked keys, for replay.
 *
 * <p>Start with {@link com.throttlex.server.recording.Recorder}.
 */
@NullMarked
package com.throttlex.server.recording;

import org.jspecify.annotations.NullMarked;
