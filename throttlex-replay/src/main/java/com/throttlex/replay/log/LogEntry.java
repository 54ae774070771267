package com.throttlex.replay.log;

import com.throttlex.request.RequestContext;

/**
 * One request of a log.
 *
 * @param nanos the time at which the request began, in nanoseconds since the epoch
 * @param request the fields of the request
 * @param status the status of the response, or {@link #UNKNOWN}
 * @param durationNanos how long the response took, or {@link #UNKNOWN}
 * @param file the index of the file
 * @param line the number of the line in the file, from 1
 * @param bytes the bytes of the fields in the line, as a measure of the memory of the request
 */
public record LogEntry(
    long nanos,
    RequestContext request,
    int status,
    long durationNanos,
    int file,
    long line,
    int bytes) {
  /** The value of a field that the line does not have. */
  public static final int UNKNOWN = -1;
}
