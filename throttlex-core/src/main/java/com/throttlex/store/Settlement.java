package com.throttlex.store;

/** What became of a settlement. */
public enum Settlement {
  /** The charge was corrected. */
  SETTLED,
  /** It had been corrected before; nothing changed. */
  ALREADY_SETTLED,
  /** No such reservation, or it expired and the charge stands. */
  UNKNOWN
}
