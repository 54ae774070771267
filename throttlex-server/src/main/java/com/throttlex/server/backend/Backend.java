package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.redis.RuleCache;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the service counts. */
public interface Backend extends AutoCloseable {
  /** The URL of the backend in this process's memory. */
  String MEMORY = "memory:";

  /**
   * Opens the backend, without waiting long for anything outside.
   *
   * @throws IllegalArgumentException when what is there refuses or cannot be used
   * @throws IllegalStateException when a store that is required does not answer
   */
  static Backend open(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    String first = settings.urls().get(0);
    if (first.equals(MEMORY)) {
      return new MemoryBackend(settings, registry, time);
    }
    return first.startsWith("jdbc:")
        ? new SqlBackend(settings, registry, time)
        : new RedisBackend(settings, registry, time);
  }

  /** The counters; closed by whoever uses them, which says farewell to other nodes. */
  Store store();

  /** Where requests wait that do not fit. */
  OverflowQueue queue();

  /** Where nodes tell each other of their rules, or null when there are no others. */
  default @Nullable RuleCache ruleCache() {
    return null;
  }

  /** What nodes note for each other; of no use once the counters are closed. */
  Notes notes();

  /** What is to be done every second. */
  void tick();

  /** How it is now. */
  Condition condition();

  /** How much of this process's memory its tables take, and how much they may. */
  default List<MemoryUse> memory() {
    return List.of();
  }

  /** Closes what the counters are not part of. */
  @Override
  void close();
}
