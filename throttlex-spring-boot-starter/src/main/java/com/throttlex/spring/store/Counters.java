package com.throttlex.spring.store;

import com.throttlex.store.Notes;
import com.throttlex.store.Store;

/** Counters in a store, and their state. */
interface Counters extends CounterStatus, AutoCloseable {
  /** The counters themselves. */
  Store store();

  /** The notes of all nodes that share the counters. */
  Notes notes();

  /** The place of the store, in words for a log. */
  String place();

  /** Closes everything, also after {@link #store} was closed. */
  @Override
  void close();
}
