package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.redis.RuleCache;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** Where the service counts. */
public interface Backend extends AutoCloseable {
  /** The URL of the backend in this process's memory. */
  String MEMORY = "memory:";

  /**
   * Opens the backend at a URL, without waiting long for anything outside.
   *
   * @param maxKeys how many keys are kept in memory
   */
  static Backend open(String url, int maxKeys, MeterRegistry registry, TimeSource time) {
    return url.equals(MEMORY)
        ? new MemoryBackend(maxKeys, registry, time)
        : new RedisBackend(url, registry, time);
  }

  /** The counters; closed by whoever uses them. */
  Store store();

  /** Where requests wait that do not fit. */
  OverflowQueue queue();

  /** Where nodes tell each other of their rules, or null when there are no others. */
  default @Nullable RuleCache ruleCache() {
    return null;
  }

  /** What is to be done every second. */
  void tick();

  /** How it is now. */
  Condition condition();

  /** Closes what the counters are not part of. */
  @Override
  void close();
}
