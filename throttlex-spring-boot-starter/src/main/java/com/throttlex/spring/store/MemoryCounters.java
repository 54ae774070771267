package com.throttlex.spring.store;

import com.throttlex.micrometer.MemoryMetrics;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;

/** Counters in this process's memory. */
final class MemoryCounters implements Counters {
  private final MemoryStore memory = new MemoryStore();
  private final Store store;
  private final Notes notes;

  MemoryCounters(StoreContext around) {
    notes = new MemoryNotes(around.time()::nanos);
    MeterRegistry registry = around.registry();
    store = registry == null ? memory : metered(registry);
  }

  private Store metered(MeterRegistry registry) {
    MemoryMetrics.register(registry, memory::memory);
    return MeteredStore.inMemory(memory, registry);
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Notes notes() {
    return notes;
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public int live() {
    return 1;
  }

  @Override
  public Duration timeout() {
    return Duration.ZERO;
  }

  @Override
  public String place() {
    return "this application's memory";
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public String problem() {
    return "";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("keys", memory.keys());
  }

  @Override
  public void close() {
    store.close();
  }
}
