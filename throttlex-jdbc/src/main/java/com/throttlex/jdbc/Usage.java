package com.throttlex.jdbc;

import java.time.Instant;

/**
 * What a rule decided within one minute or one hour.
 *
 * @param start the first moment of the minute or hour
 * @param shadowDenied what it would have denied if it were enforced
 */
public record Usage(Instant start, String rule, long allowed, long denied, long shadowDenied) {}
