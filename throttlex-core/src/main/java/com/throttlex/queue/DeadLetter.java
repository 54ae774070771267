package com.throttlex.queue;

import java.time.Instant;

/**
 * A queued request that was given up.
 *
 * @param ticket its name in the queue
 * @param request the queued text
 * @param reason {@link OverflowQueue#EXPIRED}, {@link OverflowQueue#ABANDONED}, or the consumer's
 *     reason for the last failure
 * @param attempts how many times it was delivered
 * @param at when it was given up
 */
public record DeadLetter(String ticket, String request, String reason, int attempts, Instant at) {}
