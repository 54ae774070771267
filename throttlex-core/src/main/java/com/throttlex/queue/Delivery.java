package com.throttlex.queue;

import java.time.Instant;

/**
 * A queued request that a consumer has taken.
 *
 * @param service the service of the queue
 * @param ticket its name in that queue
 * @param consumer the consumer that has it
 * @param request the queued text
 * @param deadline when it is given up
 * @param attempt how many times it was delivered, including this one; deliveries that were given
 *     back without a failure do not count
 */
public record Delivery(
    String service,
    String ticket,
    String consumer,
    String request,
    Instant deadline,
    int attempt) {}
