/**
 * The overflow queue: requests that were denied under a rule with {@code on-exceed: queue} wait
 * there until a worker lets them pass.
 *
 * <p>Start with {@link com.throttlex.queue.OverflowQueue}, which says what any queue does; {@link
 * com.throttlex.queue.MemoryQueue} is the one in the process, and {@link
 * com.throttlex.queue.QueueWorker} drains one at the permitted rate.
 */
@NullMarked
package com.throttlex.queue;

import org.jspecify.annotations.NullMarked;
