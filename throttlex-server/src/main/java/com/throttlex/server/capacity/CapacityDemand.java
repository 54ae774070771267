package com.throttlex.server.capacity;

import com.throttlex.server.capacity.CapacityFigures.Door;
import com.throttlex.server.capacity.CapacityFigures.Store;

/**
 * The traffic that a system must take, and how.
 *
 * @param requests requests a second at the peak
 * @param keys counters that are in use at one time, of all rules together
 * @param rules rules that apply to one request
 * @param door how requests reach a node
 * @param store where counters are
 * @param hit the part of the decisions that a node makes without the store, from 0 to 1
 * @param load the part of its capacity that a machine uses at the peak, above 0 and at most 1
 * @param spare nodes that may be absent at the peak
 * @param replicas replicas of each store
 * @param price the price of a machine for an hour; 0 if it is not known
 */
public record CapacityDemand(
    long requests,
    long keys,
    int rules,
    Door door,
    Store store,
    double hit,
    double load,
    int spare,
    int replicas,
    double price) {}
