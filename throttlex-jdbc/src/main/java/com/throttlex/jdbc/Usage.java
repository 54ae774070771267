package com.throttlex.jdbc;

import java.time.Instant;

/**
 * The number of decisions of a rule in one minute or one hour.
 *
 * @param start the start of the minute or hour
 * @param shadowDenied the number that it would have denied if it were enforced
 */
public record Usage(Instant start, String rule, long allowed, long denied, long shadowDenied) {}
