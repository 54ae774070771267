/**
 * Stored requests: with {@code Prefer: respond-async}, a request that a rule with {@code on-exceed:
 * queue} denies is stored, and sent when the rules allow it.
 *
 * <p>Start with {@link com.throttlex.proxy.stored.StoredDoor}, which stores requests and answers
 * {@code /throttlex/requests/{ticket}}. {@link com.throttlex.proxy.stored.StoredSender} sends them,
 * each by a {@code StoredAttempt}.
 */
@NullMarked
package com.throttlex.proxy.stored;

import org.jspecify.annotations.NullMarked;
