package com.throttlex.queue;

import java.time.Instant;

/**
 * What the one whose request was queued gets in place of an answer.
 *
 * @param id the name of the request in the queue of its service
 * @param deadline when the request is given up, to the millisecond
 */
public record Ticket(String id, Instant deadline) {}
