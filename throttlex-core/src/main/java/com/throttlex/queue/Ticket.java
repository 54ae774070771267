package com.throttlex.queue;

import java.time.Instant;

/**
 * The answer to a request that was queued.
 *
 * @param id the name of the request in the queue of its service
 * @param deadline when the request is given up, to the millisecond
 */
public record Ticket(String id, Instant deadline) {}
