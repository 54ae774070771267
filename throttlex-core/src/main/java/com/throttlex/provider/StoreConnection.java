package com.throttlex.provider;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredRequests;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A connection to a shared store: the counters, and all other data that nodes keep there.
 *
 * <p>No method waits. While the store is unavailable, stages fail with {@link
 * com.throttlex.store.StoreUnavailableException}.
 */
public interface StoreConnection extends AutoCloseable {
  /** Returns the store as metrics and health name it, such as {@code redis}. */
  String kind();

  /** Returns the store as messages name it, such as Redis. */
  String name();

  /** Returns the store and where it is, for the log; without credentials. */
  String address();

  /** Returns how long a decision may take. */
  Duration timeout();

  /** Returns the counters. The caller closes them, before this connection. */
  BatchStore counters();

  /** Returns the heartbeat of this node. */
  Heartbeat heartbeat();

  /** Returns the notes that nodes share. */
  Notes notes();

  /** Returns the queues in this store; empty if it has none. */
  default Optional<OverflowQueue> queue() {
    return Optional.empty();
  }

  /** Returns the stored requests in this store; empty if it has none. */
  default Optional<StoredRequests> storedRequests() {
    return Optional.empty();
  }

  /** Returns the rule cache in this store; empty if it has none. */
  default Optional<RuleCache> ruleCache() {
    return Optional.empty();
  }

  /** Returns whether the store was reached and is still being prepared, such as its tables. */
  default boolean isPreparing() {
    return false;
  }

  /** Returns the settings of the server that are wrong for a rate limiter, for the log. */
  default CompletionStage<List<String>> warnings() {
    return CompletableFuture.completedFuture(List.of());
  }

  /** Closes everything but the counters. */
  @Override
  default void close() {}
}
