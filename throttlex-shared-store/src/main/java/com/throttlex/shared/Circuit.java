package com.throttlex.shared;

/** The decision whether to call the store for a request; it records the results of the calls. */
interface Circuit {
  /** Returns whether to call the store. */
  boolean isClosed();

  /** Returns whether to call some of the needed places. */
  default boolean isPartlyClosed() {
    return isClosed();
  }

  /** Records that the store answered a call sent at that time of the breakers' clock. */
  void succeeded(long since);

  /** Records that the store failed on a call sent at that time of the breakers' clock. */
  void failed(long since, Throwable failure);

  /** Returns the nanoseconds until the next trial call, at least a millisecond. */
  long waitNanos();

  /** Returns why the store is not called: the store's own error message if there is one. */
  String reason();
}
