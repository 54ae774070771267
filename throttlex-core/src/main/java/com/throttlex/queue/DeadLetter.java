package com.throttlex.queue;

import java.time.Instant;

/**
 * A queued request that was given up.
 *
 * @param ticket its name in the queue
 * @param request what was queued
 * @param reason {@link OverflowQueue#EXPIRED}, {@link OverflowQueue#ABANDONED}, or what the
 *     consumer said of the last failure
 * @param attempts how many times it had been delivered
 * @param at when it was given up
 */
public record DeadLetter(String ticket, String request, String reason, int attempts, Instant at) {}
