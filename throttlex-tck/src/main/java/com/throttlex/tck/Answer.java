package com.throttlex.tck;

import com.throttlex.store.Charge;

/** What a store says to one charge. */
record Answer(boolean allowed, long remaining, long resetAt, long waitNanos, long delayNanos) {
  static Answer of(Charge charge) {
    return new Answer(
        charge.allowed(),
        charge.remaining(),
        charge.resetAt(),
        charge.waitNanos(),
        charge.delayNanos());
  }
}
