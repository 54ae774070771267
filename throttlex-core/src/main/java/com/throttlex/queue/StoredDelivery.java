package com.throttlex.queue;

/**
 * A stored request that a consumer has taken.
 *
 * @param service the service that it is for
 * @param ticket its name
 * @param consumer the consumer that has it
 * @param content the request itself
 * @param attempt how many times it was delivered, including this one; deliveries that were given
 *     back without a failure do not count, nor those of consumers that were lost before they sent
 *     it
 * @param last whether the request becomes a dead letter if this delivery fails
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, and never compared
public record StoredDelivery(
    String service, String ticket, String consumer, byte[] content, int attempt, boolean last) {}
