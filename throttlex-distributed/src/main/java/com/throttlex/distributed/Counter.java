package com.throttlex.distributed;

import com.throttlex.store.Charge;

/** One counter by the hash of its key. */
record Counter(long hi, long lo) {
  static Counter of(Charge charge) {
    return new Counter(charge.key().hi(), charge.key().lo(charge.index()));
  }

  @Override
  public int hashCode() {
    return (int) (hi ^ lo >>> 32);
  }
}
