package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import java.time.Instant;

/** The hooks that the parts of the contract need from a store's test. */
interface StoreFixture {
  /** A time at which no window of a round length begins. */
  long NOON = ManualClock.nanos(Instant.parse("2026-11-17T12:34:56.789Z"));

  /** Creates a store without counters. */
  Store createStore();

  /** Sets the clock of a store that has its own. */
  default void timeIs(long nanos) {}

  /** Returns the stored state, byte for byte; "" if it cannot be read. */
  default String kept() {
    return "";
  }

  /** The number of random traces for each algorithm. */
  default int traces() {
    return 150;
  }

  /** The number of keys that must stay distinct. */
  default int adversarialKeys() {
    return 200_000;
  }

  /**
   * Returns whether no client sees a request half done, even if its counters belong to several
   * subjects. A store with several places guarantees it only for the counters of one subject.
   */
  default boolean isAtomicAcrossSubjects() {
    return true;
  }

  /** Returns how often to repeat a test that runs that often in memory. */
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
