package com.throttlex.distributed;

/** Whether a store is asked. */
public enum BreakerState {
  /** It is asked. */
  CLOSED,
  /** It is not asked, only tried out. */
  HALF_OPEN,
  /** It is not asked. */
  OPEN
}
