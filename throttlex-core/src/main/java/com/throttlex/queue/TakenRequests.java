package com.throttlex.queue;

import java.util.List;

/**
 * Stored requests that a consumer has taken, and what the store saw meanwhile.
 *
 * @param deliveries the taken requests
 * @param failed how many other requests became dead letters in this call, because they waited too
 *     long or ended their consumers too often
 * @param stored how many requests of the service are stored now, including those in flight
 */
public record TakenRequests(List<StoredDelivery> deliveries, int failed, long stored) {}
