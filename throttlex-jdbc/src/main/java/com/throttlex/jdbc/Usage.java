package com.throttlex.jdbc;

import java.time.Instant;

/**
 * The number of decisions of a rule in a time span.
 *
 * @param start the start of the time span
 * @param shadowDenied the number that it would have denied if it were enforced
 * @param delayed the number of allowed requests that had to wait
 */
public record Usage(
    Instant start, String rule, long allowed, long denied, long shadowDenied, long delayed) {}
