package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charge;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The stores of one rule, and the observations of its charges. Thread-safe. */
final class RuleSpot {
  private final LongAdder same = new LongAdder();
  private final LongAdder onlyFirst = new LongAdder();
  private final LongAdder onlyOther = new LongAdder();
  private final AtomicLong longest = new AtomicLong();
  private volatile int[] stores;
  private @Nullable Limit last; // a race only makes the time be computed once more

  RuleSpot(int[] stores) {
    this.stores = stores;
  }

  int[] stores() {
    return stores;
  }

  void stores(int[] stores) {
    this.stores = stores;
  }

  /** Records for how long charges under this limit have an effect. */
  void saw(Charge charge) {
    Limit limit = charge.limit();
    if (!Objects.equals(limit, last)) {
      last = limit;
      longest.accumulateAndGet(MoveTime.nanos(limit, charge.maxDelay()), Math::max);
    }
  }

  /** Returns the longest time for which a charge that was seen has an effect. */
  long longest() {
    return longest.get();
  }

  void compared(boolean first, boolean other) {
    (first == other ? same : other ? onlyFirst : onlyOther).increment();
  }

  RuleStores.Comparison comparison() {
    return new RuleStores.Comparison(same.sum(), onlyFirst.sum(), onlyOther.sum());
  }

  /** Forgets the comparison, because another move begins. */
  void resetComparison() {
    same.reset();
    onlyFirst.reset();
    onlyOther.reset();
  }
}
