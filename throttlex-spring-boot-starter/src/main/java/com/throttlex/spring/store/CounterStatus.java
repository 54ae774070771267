package com.throttlex.spring.store;

import java.util.Map;

/**
 * The present state of the counters.
 *
 * <p>The application has one as a bean, unless it has a {@link com.throttlex.store.Store} of its
 * own, and one more for a ThrottleX service that decides.
 */
public interface CounterStatus {
  /** The kind of store: {@code memory}, {@code redis}, {@code postgresql} and so on. */
  String kind();

  /** The problem of the store; empty if there is none. */
  String problem();

  /** Further facts, such as the number of nodes, by names for users. */
  Map<String, Object> details();
}
