/**
 * Limits for outbound calls of this application. Start with {@link
 * com.throttlex.spring.client.OutboundLimits} for blocking clients, or {@link
 * com.throttlex.spring.client.ReactiveOutboundLimits} for reactive ones.
 *
 * <p>A call is checked by a rule of this application, and by the headers of earlier responses:
 * {@code Feedback} reads them, {@code Closures} stores them.
 */
@NullMarked
package com.throttlex.spring.client;

import org.jspecify.annotations.NullMarked;
