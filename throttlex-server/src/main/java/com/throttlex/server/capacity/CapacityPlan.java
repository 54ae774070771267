package com.throttlex.server.capacity;

import com.throttlex.server.capacity.CapacityFigures.Store;

/**
 * The machines that a demand needs, each with {@link CapacityFigures#CORES} cores.
 *
 * @param demand the demand
 * @param nodes nodes, with the spare ones
 * @param nodeRate requests a second that fill one node
 * @param storeRate decisions a second that all stores make together
 * @param storesForRate stores that these decisions need
 * @param storesForMemory stores that the counters need
 * @param counterBytes memory of all counters
 * @param nodeHeapBytes heap of a node
 */
public record CapacityPlan(
    CapacityDemand demand,
    long nodes,
    long nodeRate,
    long storeRate,
    long storesForRate,
    long storesForMemory,
    long counterBytes,
    long nodeHeapBytes) {

  /** Computes the machines for a demand. */
  public static CapacityPlan of(CapacityDemand demand) {
    Store store = demand.store();
    long nodeRate = nodeRate(demand);
    long counterBytes = demand.keys() * store.counterBytes;
    long nodes = ceil(demand.requests() / (nodeRate * demand.load())) + demand.spare();
    long storeRate =
        store.isShared() ? ceil(demand.requests() * demand.rules() * (1 - demand.hit())) : 0;
    return new CapacityPlan(
        demand,
        nodes,
        nodeRate,
        storeRate,
        store.isShared() ? ceil(storeRate / (store.rate * demand.load())) : 0,
        store.isShared() ? ceil((double) counterBytes / CapacityFigures.COUNTER_BYTES) : 0,
        counterBytes,
        store.isShared() ? CapacityFigures.USUAL_HEAP_BYTES : heapFor(counterBytes));
  }

  /** Each request costs the time of the door, and that of a decision in the store if it has one. */
  private static long nodeRate(CapacityDemand demand) {
    double seconds = 1.0 / demand.door().rate;
    if (demand.store().isShared()) {
      seconds += demand.rules() * (1 - demand.hit()) / demand.store().rate;
    }
    return Math.max(1, (long) (1 / seconds));
  }

  private static long heapFor(long counterBytes) {
    long needed =
        CapacityFigures.HEAP_RESERVE_BYTES + ceil(counterBytes / CapacityFigures.HEAP_FOR_COUNTERS);
    return Math.max(CapacityFigures.USUAL_HEAP_BYTES, needed);
  }

  private static long ceil(double value) {
    return (long) Math.ceil(value - 1e-9);
  }

  /** Returns the stores: masters of Redis, or databases. */
  public long stores() {
    return demand.store().isShared() ? Math.max(1, Math.max(storesForRate, storesForMemory)) : 0;
  }

  /** Returns all machines: nodes, stores and replicas. */
  public long machines() {
    return nodes + stores() * (1 + demand.replicas());
  }

  /** Returns the price of a month. */
  public double monthlyPrice() {
    return machines() * demand.price() * CapacityFigures.HOURS_OF_A_MONTH;
  }

  /** Returns the connections that each database has from all nodes; 0 for other stores. */
  public long connections() {
    boolean sql = demand.store() == Store.POSTGRESQL || demand.store() == Store.MARIADB;
    return sql ? nodes * CapacityFigures.SQL_CONNECTIONS : 0;
  }

  /** Returns the part of its capacity that a node uses while all nodes are there. */
  public double nodeLoad() {
    return (double) demand.requests() / nodes / nodeRate;
  }

  /** Returns the part that needs most machines, and how to reduce it. */
  public String first() {
    if (!demand.store().isShared()) {
      return nodes > 1
          ? "limits: each node counts by itself; use a store that nodes share"
          : "memory: a node holds all counters";
    } else if (storesForMemory > storesForRate && storesForMemory > nodes) {
      return "memory of the store: use shorter periods and fewer key parts";
    } else if (stores() * 2 > nodes) {
      return "the store: use sync: leased, and fewer rules for a request";
    }
    return "nodes: use a faster door; fastest first: resp, grpc, envoy, http, proxy";
  }
}
