package com.throttlex.spring.store;

import com.throttlex.shared.Discrepancy;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import java.time.Duration;

/** Counters in a store, and their state. */
interface Counters extends CounterStatus, AutoCloseable {
  /** The counters themselves. */
  Store store();

  /** The notes of all nodes that share the counters. */
  Notes notes();

  /** Whether other nodes can have the same counters. */
  boolean isShared();

  /** How many nodes share the store, this one included. */
  int live();

  /** Returns how far the counts of this node and of the store are apart. */
  default Discrepancy discrepancy() {
    return Discrepancy.NONE;
  }

  /** How long a decision may take. */
  Duration timeout();

  /** The place of the store, in words for a log. */
  String place();

  /** Closes everything, also after {@link #store} was closed. */
  @Override
  void close();
}
