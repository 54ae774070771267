package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;

/** Where the service counts. */
public interface Backend extends AutoCloseable {
  /** The URL of the backend in this process's memory. */
  String MEMORY = "memory:";

  /**
   * Opens the backend at a URL, without waiting for anything outside.
   *
   * @param maxKeys how many keys are kept in memory
   */
  static Backend open(String url, int maxKeys, MeterRegistry registry, TimeSource time) {
    if (!url.equals(MEMORY)) {
      throw new IllegalArgumentException("store: not available yet (expected: " + MEMORY + ")");
    }
    return new MemoryBackend(maxKeys, registry);
  }

  /** The counters; closed by whoever uses them. */
  Store store();

  /** What is to be done every second. */
  void tick();

  /** How it is now. */
  Condition condition();

  /** Closes what the counters are not part of. */
  @Override
  void close();
}
