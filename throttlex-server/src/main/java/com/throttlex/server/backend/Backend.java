package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.provider.RuleCache;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counters and queues of the service, in this process or in shared stores. */
public interface Backend extends AutoCloseable {
  /** The URL of counters in this process. */
  String MEMORY = "memory:";

  /**
   * Opens the backend, and waits a few seconds at most for a store.
   *
   * @throws IllegalArgumentException if a store rejects the connection or cannot be used
   * @throws IllegalStateException if a store is required and does not answer
   */
  static Backend open(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    return settings.urls().equals(List.of(MEMORY))
        ? new MemoryBackend(settings, registry, time)
        : new SharedBackend(settings, registry, time);
  }

  /** Returns the counters. The caller closes them, which removes this node from the live nodes. */
  Store store();

  /** Returns the overflow queues. */
  OverflowQueue queue();

  /** Returns the rule cache that nodes share, or null if there is none. */
  default @Nullable RuleCache ruleCache() {
    return null;
  }

  /** Returns the notes that nodes share; not usable after the counters are closed. */
  Notes notes();

  /** Sends a heartbeat to the stores; to be called every second. */
  void tick();

  /** Returns the state of the stores. */
  Condition condition();

  /** Returns the memory that the tables in this process use, and their budgets. */
  default List<MemoryUse> memory() {
    return List.of();
  }

  /** Closes everything but the counters. */
  @Override
  void close();
}
