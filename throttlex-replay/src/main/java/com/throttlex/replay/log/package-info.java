/**
 * Recorded traffic: access logs and recorded checks, as a stream of requests in the order of their
 * time.
 *
 * <p>Start with {@link com.throttlex.replay.log.TrafficLog}, which reads several files as one. A
 * {@code LogFile} reads one of them: lines from a {@code LineReader}, fields by a {@code
 * LineParser}, requests by an {@code EntryReader}. {@code LogNames} knows the names of fields in
 * the logs of other programs.
 */
@NullMarked
package com.throttlex.replay.log;

import org.jspecify.annotations.NullMarked;
