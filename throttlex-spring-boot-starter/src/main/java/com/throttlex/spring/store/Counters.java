package com.throttlex.spring.store;

import com.throttlex.store.Notes;
import com.throttlex.store.Store;

/** Counters somewhere, and how they are. */
interface Counters extends CounterStatus, AutoCloseable {
  /** The counters themselves. */
  Store store();

  /** What those note for each other who share the counters. */
  Notes notes();

  /** Where is counted, in words for a log. */
  String place();

  /** Closes everything, also after {@link #store} was closed. */
  @Override
  void close();
}
