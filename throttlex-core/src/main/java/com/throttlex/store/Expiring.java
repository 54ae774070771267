package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of an {@link ExpiringTable}: it is its own link in the table, so that it takes one
 * object. The links belong to the table.
 */
abstract class Expiring<T extends Expiring<T>> {
  final long hi;
  final long lo;
  final long endsAt;

  /** The next in the same chain. */
  @Nullable T next;

  @Nullable T older;
  @Nullable T younger;

  Expiring(long hi, long lo, long endsAt) {
    this.hi = hi;
    this.lo = lo;
    this.endsAt = endsAt;
  }

  /** How much memory it takes, with its place in the table; always the same. */
  abstract int bytes();

  /** Whether others should leave before this one when there is no room. */
  boolean isSpared() {
    return false;
  }
}
