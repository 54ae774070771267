/**
 * Recorded traffic, decided by rules in virtual time.
 *
 * <p>Start with {@link com.throttlex.replay.ReplayRun}: it reads requests from a {@link
 * com.throttlex.replay.log.TrafficLog} and gives each to a {@link com.throttlex.replay.BookRun},
 * which is the engine of the service with counters in memory and the clock of the log. {@link
 * com.throttlex.replay.ReplayResult} is the answer.
 */
@NullMarked
package com.throttlex.replay;

import org.jspecify.annotations.NullMarked;
