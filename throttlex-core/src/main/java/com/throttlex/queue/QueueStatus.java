package com.throttlex.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a service's queue.
 *
 * @param length the number of requests, including those that consumers have
 * @param oldest when the oldest of them was queued, or null if the queue is empty
 * @param dead the number of dead letters
 */
public record QueueStatus(long length, @Nullable Instant oldest, long dead) {}
