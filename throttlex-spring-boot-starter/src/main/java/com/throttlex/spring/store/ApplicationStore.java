package com.throttlex.spring.store;

import com.throttlex.provider.StoreConnection;
import com.throttlex.spring.InvalidThrottleXException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that the application already uses, and that can have the counters as well. */
interface ApplicationStore {
  /** Returns the scheme of its provider, which as {@code throttlex.store} chooses this store. */
  String scheme();

  /**
   * Begins to connect; empty if the application has no such store, or several.
   *
   * @param timeout how long a decision may take, or null for the default of the store
   * @throws InvalidThrottleXException when the store cannot have the counters
   */
  Optional<StoreConnection> open(@Nullable Duration timeout);
}
