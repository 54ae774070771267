/**
 * The overflow queue: requests denied under a rule with {@code on-exceed: queue} wait there until a
 * worker is allowed to handle them.
 *
 * <p>Start with {@link com.throttlex.queue.OverflowQueue}, the contract of every queue. {@link
 * com.throttlex.queue.MemoryQueue} is the queue in memory, and {@link
 * com.throttlex.queue.QueueWorker} drains a queue at the rate that the rules allow.
 */
@NullMarked
package com.throttlex.queue;

import org.jspecify.annotations.NullMarked;
