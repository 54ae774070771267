package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import java.time.Instant;

/** What the parts of the contract need from a store's test. */
interface StoreFixture {
  /** A moment in the middle of everything: no window of a round length begins there. */
  long NOON = ManualClock.nanos(Instant.parse("2026-11-17T12:34:56.789Z"));

  /** A store without counters. */
  Store createStore();

  /** Tells a store with a clock of its own what time it is from now on. */
  default void timeIs(long nanos) {}

  /** What the store keeps, byte for byte; "" when it can only be asked. */
  default String kept() {
    return "";
  }

  /** How many random traces are played for each algorithm. */
  default int traces() {
    return 150;
  }

  /** How many keys have to stay apart. */
  default int adversarialKeys() {
    return 200_000;
  }

  /**
   * Whether nobody sees a request half, also when its counters belong to several subjects. A store
   * that keeps subjects in several places promises it for the counters of one subject only.
   */
  default boolean isAtomicAcrossSubjects() {
    return true;
  }

  /** How often to do what is done that often in memory. */
  default int times(int inMemory) {
    return inMemory;
  }

  default StoreDriver open() {
    return open(NOON);
  }

  default StoreDriver open(long now) {
    return new StoreDriver(createStore(), this::timeIs, now);
  }

  static Limit limit(Algorithm algorithm, String rate) {
    return Limit.of(algorithm, Rate.parse(rate));
  }
}
