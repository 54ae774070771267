package com.throttlex.server.backend;

import com.throttlex.store.MemoryBudget;
import java.time.Duration;
import java.util.List;

/**
 * Where a backend is, and what it has to do.
 *
 * @param urls one, or those of several databases that keys are spread over
 * @param timeout how long a decision in a database may take
 * @param required whether a store that does not answer ends the start
 * @param expectedNodes how many nodes share the store, for a node that has not counted them yet
 * @param maxKeys how many keys are kept in memory at most
 * @param memory how much memory tables may take
 */
public record BackendSettings(
    List<String> urls,
    Duration timeout,
    boolean required,
    int expectedNodes,
    int maxKeys,
    MemoryBudget memory) {
  /** Copies the list. */
  public BackendSettings {
    urls = List.copyOf(urls);
  }
}
