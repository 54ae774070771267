package com.throttlex.micrometer;

import com.throttlex.store.MemoryUse;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Gauges of the memory of tables: {@code throttlex.memory} in use and {@code
 * throttlex.memory.budget} allowed; in bytes, by {@code table}.
 */
public final class MemoryMetrics {
  private MemoryMetrics() {}

  /** Registers the gauges of the tables that exist now. */
  public static void register(MeterRegistry registry, Supplier<List<MemoryUse>> tables) {
    for (MemoryUse use : tables.get()) {
      String table = use.table().text();
      gauge("throttlex.memory", table, tables, MemoryUse::bytes)
          .description("Memory in use")
          .register(registry);
      gauge("throttlex.memory.budget", table, tables, MemoryUse::budget)
          .description("Memory that the table may use")
          .register(registry);
    }
  }

  private static Gauge.Builder<Supplier<Number>> gauge(
      String name, String table, Supplier<List<MemoryUse>> tables, ToLongFunction<MemoryUse> of) {
    Supplier<Number> value = () -> find(tables.get(), table, of);
    return Gauge.builder(name, value).tag("table", table).baseUnit("bytes");
  }

  private static long find(List<MemoryUse> tables, String table, ToLongFunction<MemoryUse> of) {
    for (MemoryUse use : tables) {
      if (use.table().text().equals(table)) {
        return of.applyAsLong(use);
      }
    }
    return 0;
  }
}
