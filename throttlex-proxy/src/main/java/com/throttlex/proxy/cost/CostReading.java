package com.throttlex.proxy.cost;

import com.throttlex.rule.CostText;

/** Reads the cost of one answer from its body while the body passes. Not thread-safe. */
interface CostReading {
  /** The cost while the answer has not shown it. */
  long UNKNOWN = CostText.NONE;

  /** Reads bytes of the body. */
  void read(byte[] bytes, int from, int to);

  /** Reads the end of the body. */
  default void end() {}

  /** Frees what the reading uses; nothing is read afterwards. */
  default void close() {}

  /** Returns the cost as far as it is known, or {@link #UNKNOWN}. */
  long cost();

  /** Returns a reading whose cost does not depend on the body. */
  static CostReading of(long cost) {
    return new CostReading() {
      @Override
      public void read(byte[] bytes, int from, int to) {}

      @Override
      public long cost() {
        return cost;
      }
    };
  }
}
