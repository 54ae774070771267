package com.throttlex.queue;

import java.time.Instant;

/**
 * A queued request in the hands of a consumer.
 *
 * @param service whose queue it comes from
 * @param ticket its name in that queue
 * @param consumer who has it
 * @param request what was queued
 * @param deadline when it is given up
 * @param attempt how many times it has been delivered, this one included; deliveries that were
 *     given back without a failure do not count
 */
public record Delivery(
    String service,
    String ticket,
    String consumer,
    String request,
    Instant deadline,
    int attempt) {}
