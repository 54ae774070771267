package com.throttlex.distributed;

/** Says whether to ask the store for something, and hears how it went. */
interface Circuit {
  /** Whether to ask. */
  boolean isClosed();

  /** Whether to ask some of the places that are needed. */
  default boolean isPartlyClosed() {
    return isClosed();
  }

  /** The store has answered a question asked at that time of the breakers' clock. */
  void succeeded(long since);

  /** The store could not answer a question asked at that time of the breakers' clock. */
  void failed(long since, Throwable failure);

  /** Nanoseconds until the store is tried out again, at least a millisecond. */
  long waitNanos();

  /** Why the store is not asked, in its own words where it had any. */
  String reason();
}
