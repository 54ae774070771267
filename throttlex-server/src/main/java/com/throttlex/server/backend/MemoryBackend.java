package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/** Counters and queues in this process's memory. */
final class MemoryBackend implements Backend {
  private final MemoryStore counters;
  private final Store metered;
  private final OverflowQueue queue;
  private final Notes notes;

  MemoryBackend(int maxKeys, MeterRegistry registry, TimeSource time) {
    queue = new MemoryQueue(QueueLimits.DEFAULT, time);
    notes = new MemoryNotes(time::nanos);
    counters = new MemoryStore(maxKeys);
    metered = MeteredStore.inMemory(counters, registry);
  }

  @Override
  public Store store() {
    return metered;
  }

  @Override
  public OverflowQueue queue() {
    return queue;
  }

  @Override
  public Notes notes() {
    return notes;
  }

  @Override
  public void tick() {}

  @Override
  public Condition condition() {
    return new Condition("memory", "", Map.of("keys", counters.keys()));
  }

  @Override
  public void close() {
    queue.close();
  }
}
