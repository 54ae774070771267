package com.throttlex.tck;

import com.throttlex.store.Charge;

/** The answer of a store to one charge. */
record ChargeAnswer(
    boolean allowed, long remaining, long resetAt, long waitNanos, long delayNanos) {
  static ChargeAnswer of(Charge charge) {
    return new ChargeAnswer(
        charge.allowed(),
        charge.remaining(),
        charge.resetAt(),
        charge.waitNanos(),
        charge.delayNanos());
  }
}
