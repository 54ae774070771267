package com.throttlex.spring.store;

import java.util.Map;

/**
 * How the counters are now.
 *
 * <p>The application has one as a bean, unless it brings a {@link com.throttlex.store.Store} of its
 * own, and one more for the server where that decides.
 */
public interface CounterStatus {
  /** Where is counted: {@code memory}, {@code redis}, {@code postgresql} and so on. */
  String kind();

  /** What is wrong; empty when nothing is. */
  String problem();

  /** What else is known, such as the number of nodes, by names that users read. */
  Map<String, Object> details();
}
