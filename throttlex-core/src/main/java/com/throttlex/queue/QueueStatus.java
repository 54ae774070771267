package com.throttlex.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a service's queue.
 *
 * @param length how many requests it holds, those in the hands of consumers included
 * @param oldest when the oldest of them was queued, or null when there is none
 * @param dead how many dead letters are kept
 */
public record QueueStatus(long length, @Nullable Instant oldest, long dead) {}
