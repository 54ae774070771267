/**
 * Keeps the calls of this application inside the limits of others: {@link
 * com.throttlex.spring.client.OutboundLimits} for blocking clients, {@link
 * com.throttlex.spring.client.ReactiveOutboundLimits} for those that do not block.
 *
 * <p>A call is held against a rule of this application, and against what the other side has said:
 * {@code Feedback} reads it, {@code Closures} keeps it in mind.
 */
@NullMarked
package com.throttlex.spring.client;

import org.jspecify.annotations.NullMarked;
