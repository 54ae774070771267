/**
 * Requests that the proxy holds until they fit: those of rules with {@code on-exceed: queue} or
 * {@code delay}. Start with {@link com.throttlex.proxy.waiting.HeldRequests}, which has the
 * fairness contract.
 */
@NullMarked
package com.throttlex.proxy.waiting;

import org.jspecify.annotations.NullMarked;
