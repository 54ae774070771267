package com.throttlex.tck;

import com.throttlex.store.ChargeVerdict;

/** The answer of a store to one verdict. */
record ChargeAnswer(
    boolean allowed, long remaining, long resetAt, long waitNanos, long delayNanos) {
  static ChargeAnswer of(ChargeVerdict verdict) {
    return new ChargeAnswer(
        verdict.allowed(),
        verdict.remaining(),
        verdict.resetAt(),
        verdict.waitNanos(),
        verdict.delayNanos());
  }
}
