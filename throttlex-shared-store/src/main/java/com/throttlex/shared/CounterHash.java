package com.throttlex.shared;

import com.throttlex.store.Charge;

/** The hash of a counter's key. */
record CounterHash(long hi, long lo) {
  static CounterHash of(Charge charge) {
    return new CounterHash(charge.key().hi(), charge.key().lo(charge.index()));
  }

  @Override
  public int hashCode() {
    return (int) (hi ^ lo >>> 32);
  }
}
