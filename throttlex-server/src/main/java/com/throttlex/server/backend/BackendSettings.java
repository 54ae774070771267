package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.shared.BreakerSettings;
import com.throttlex.shared.GuardListener;
import com.throttlex.shared.SharedSettings;
import com.throttlex.store.MemoryBudget;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a backend.
 *
 * @param urls one URL, or those of several stores over which keys are spread
 * @param further the URLs of further stores, by name
 * @param timeout how long a decision in a store may take, or null for the default of the store
 * @param required whether the node does not start while a store is unavailable
 * @param expectedNodes how many nodes share the store, until this node has counted them
 * @param breaker the figures of the circuit breakers
 * @param maxKeys the maximum number of keys in memory
 * @param memory the memory for tables
 */
public record BackendSettings(
    List<String> urls,
    Map<String, List<String>> further,
    @Nullable Duration timeout,
    boolean required,
    int expectedNodes,
    BreakerSettings breaker,
    int maxKeys,
    MemoryBudget memory) {
  /** Copies the list and the map. */
  public BackendSettings {
    urls = List.copyOf(urls);
    further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
  }

  /** Returns the settings of one of several stores, with its part of the memory. */
  BackendSettings at(List<String> its) {
    MemoryBudget part = memory.dividedBy(further.size() + 1);
    return new BackendSettings(
        its, Map.of(), timeout, required, expectedNodes, breaker, maxKeys, part);
  }

  /** Returns the settings of each store. */
  SharedSettings shared(TimeSource time, GuardListener listener) {
    return new SharedSettings(
        time, expectedNodes, listener, memory.dividedBy(urls.size()), breaker);
  }
}
