package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.provider.RuleCache;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredRequests;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.placement.StoreMoves;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    return settings.further().isEmpty()
        ? one(settings, registry, time, "")
        : PlacedBackend.open(settings, registry, time);
  }

  /**
   * Opens the only store of a backend, or one of several.
   *
   * @param name its name if it is one of several; empty if it is the only one
   */
  static Backend one(
      BackendSettings settings, MeterRegistry registry, TimeSource time, String name) {
    return settings.urls().equals(List.of(MEMORY))
        ? new MemoryBackend(settings, registry, time)
        : new SharedBackend(settings, registry, time, name);
  }

  /** Returns the counters. The caller closes them, which removes this node from the live nodes. */
  Store store();

  /** Returns the overflow queues in the store; empty if it has none. */
  default Optional<OverflowQueue> queue() {
    return Optional.empty();
  }

  /** Returns the stored requests in the store; empty if it has none. */
  default Optional<StoredRequests> storedRequests() {
    return Optional.empty();
  }

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

  /** Returns the state of each store, by name; the default store first. */
  default Map<String, Condition> conditions() {
    return Map.of(Rule.DEFAULT_STORE, condition());
  }

  /** Returns the names of the stores, the default store first. */
  default Set<String> names() {
    return Set.of(Rule.DEFAULT_STORE);
  }

  /** Returns how far the counts of this node and of the stores are apart. */
  default Discrepancy discrepancy() {
    return Discrepancy.NONE;
  }

  /** Returns whether other nodes can have the same counters. */
  boolean isShared();

  /** Returns how many nodes share the stores, this one included. */
  int live();

  /** Returns how long a decision may take. */
  Duration timeout();

  /** Places the counters of these rules, and of every later book. */
  default void rules(RuleBook book) {}

  /** Returns the names of the stores in which a rule is charged. */
  default List<String> placesOf(String rule) {
    return List.of(Rule.DEFAULT_STORE);
  }

  /** Returns the moves between stores; empty if there is only one store. */
  default Optional<StoreMoves> moves() {
    return Optional.empty();
  }

  /** Returns the memory that the tables in this process use, and their budgets. */
  default List<MemoryUse> memory() {
    return List.of();
  }

  /** Closes everything but the counters. */
  @Override
  void close();
}
