package com.throttlex.replay;

import java.time.Instant;

/**
 * Numbers over time, in buckets of equal length. All arrays have the same length.
 *
 * @param start the start of the first bucket
 * @param bucketSeconds the length of a bucket: a minute, or longer for a long log
 * @param requests the decisions in each bucket
 * @param denied those that were denied
 * @param delayed those that were delayed
 * @param shadowDenied those that a rule in shadow mode would have denied
 */
@SuppressWarnings("ArrayRecordComponent") // up to 1440 numbers each, made once and only read
public record ReplayTimeline(
    Instant start,
    long bucketSeconds,
    long[] requests,
    long[] denied,
    long[] delayed,
    long[] shadowDenied) {}
