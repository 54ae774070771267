package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend with counters in the memory of this process. */
final class MemoryBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryBackend.class);

  private final MemoryStore counters;
  private final Store metered;
  private final Notes notes;

  MemoryBackend(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    MemoryBudget memory = settings.memory();
    notes = new MemoryNotes(time::nanos);
    warn(settings.maxKeys(), MemoryStore.mostKeys(memory));
    counters = new MemoryStore(settings.maxKeys(), memory);
    metered = MeteredStore.inMemory(counters, registry);
  }

  /** Warns if max-keys is more than the heap has room for. */
  private static void warn(int maxKeys, int most) {
    if (maxKeys > most && maxKeys != MemoryStore.DEFAULT_MAX_KEYS) {
      LOG.warn(
          "max-keys: {}; the heap has room for {} keys; beyond that, keys may share counters; raise -Xmx",
          maxKeys,
          most);
    }
  }

  @Override
  public Store store() {
    return metered;
  }

  @Override
  public Notes notes() {
    return notes;
  }

  @Override
  public void tick() {}

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
  public Condition condition() {
    return new Condition("memory", "", Map.of("keys", counters.keys()), Map.of());
  }

  @Override
  public List<MemoryUse> memory() {
    return counters.memory();
  }

  @Override
  public void close() {}
}
