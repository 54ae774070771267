package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of an {@link ExpiringTable}. It is its own link in the table, so an entry is one object.
 * The links belong to the table.
 */
abstract class Expiring<T extends Expiring<T>> {
  final long hi;
  final long lo;
  long endsAt;

  /** The next entry in the same chain. */
  @Nullable T next;

  @Nullable T older;
  @Nullable T younger;

  Expiring(long hi, long lo, long endsAt) {
    this.hi = hi;
    this.lo = lo;
    this.endsAt = endsAt;
  }

  /**
   * Returns the bytes that the entry takes, with its place in the table; only {@link
   * ExpiringTable#renew} changes them.
   */
  abstract int bytes();

  /** Returns whether other entries should be removed before this one when there is no room. */
  boolean isSpared() {
    return false;
  }
}
