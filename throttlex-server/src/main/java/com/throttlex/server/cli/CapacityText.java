package com.throttlex.server.cli;

import com.throttlex.server.capacity.CapacityDemand;
import com.throttlex.server.capacity.CapacityFigures.Store;
import com.throttlex.server.capacity.CapacityPlan;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Prints a {@link CapacityPlan}. */
final class CapacityText {
  private static final long MEGABYTE = 1L << 20;

  private CapacityText() {}

  /** Returns a line for each kind of machine. */
  static String of(CapacityPlan plan) {
    CapacityDemand demand = plan.demand();
    StringBuilder text = new StringBuilder();
    line(
        text,
        "nodes",
        "%,d, %,d of them spare; each gets %.0f %% of the %,d requests/s that it can take",
        plan.nodes(),
        demand.spare(),
        100 * plan.nodeLoad(),
        plan.nodeRate());
    if (plan.stores() > 0) {
      line(
          text,
          demand.store() == Store.REDIS ? "masters" : "databases",
          "%,d, with %,d replicas; %,d decisions/s need %,d, counters need %,d",
          plan.stores(),
          plan.stores() * demand.replicas(),
          plan.storeRate(),
          plan.storesForRate(),
          plan.storesForMemory());
    }
    line(
        text,
        "memory",
        "%s for %,d counters; a heap of %s in each node",
        size(plan.counterBytes()),
        demand.keys(),
        size(plan.nodeHeapBytes()));
    if (plan.connections() > 0) {
      line(text, "connections", "%,d at each database", plan.connections());
    }
    line(text, "machines", "%,d with 2 cores", plan.machines());
    if (demand.price() > 0) {
      line(text, "price", "%,.2f a month", plan.monthlyPrice());
    }
    line(text, "first", "%s", plan.first());
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String format, Object... values) {
    text.append(String.format(Locale.ROOT, "%-11s ", name))
        .append(String.format(Locale.ROOT, format, values))
        .append('\n');
  }

  private static String size(long bytes) {
    return bytes >= 1024 * MEGABYTE
        ? String.format(Locale.ROOT, "%,.1f GB", bytes / 1024.0 / MEGABYTE)
        : String.format(Locale.ROOT, "%,d MB", (bytes + MEGABYTE - 1) / MEGABYTE);
  }

  /** Returns the same numbers, and the demand. */
  static JsonObject json(CapacityPlan plan) {
    CapacityDemand demand = plan.demand();
    JsonObject json =
        new JsonObject()
            .put("rps", demand.requests())
            .put("keys", demand.keys())
            .put("rules", demand.rules())
            .put("door", CapacityCommand.name(demand.door()))
            .put("store", CapacityCommand.name(demand.store()))
            .put("hit", demand.hit())
            .put("load", demand.load())
            .put("nodes", plan.nodes())
            .put("spareNodes", demand.spare())
            .put("nodeRate", plan.nodeRate())
            .put("nodeLoad", plan.nodeLoad())
            .put("nodeHeapBytes", plan.nodeHeapBytes())
            .put("stores", plan.stores())
            .put("replicas", plan.stores() * demand.replicas())
            .put("storeRate", plan.storeRate())
            .put("storesForRate", plan.storesForRate())
            .put("storesForMemory", plan.storesForMemory())
            .put("counterBytes", plan.counterBytes())
            .put("connections", plan.connections())
            .put("machines", plan.machines())
            .put("first", plan.first());
    return demand.price() > 0 ? json.put("monthlyPrice", plan.monthlyPrice()) : json;
  }
}
