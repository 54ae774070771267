package com.throttlex.store;

/** The outcome of a settlement. */
public enum Settlement {
  /** The charge was corrected. */
  SETTLED,
  /** The charge was corrected before; nothing changed. */
  ALREADY_SETTLED,
  /** There is no such reservation, or it has expired and the charge stays as it is. */
  UNKNOWN
}
