package com.throttlex.replay;

import java.time.Instant;

/**
 * The minute with the most requests.
 *
 * @param start its first instant
 * @param requests the requests in it
 * @param denied those that were denied
 */
public record BusiestMinute(Instant start, long requests, long denied) {}
