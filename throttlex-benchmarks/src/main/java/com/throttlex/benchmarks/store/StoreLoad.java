package com.throttlex.benchmarks.store;

import java.time.Duration;

/** Those who ask a contender. */
public interface StoreLoad {
  /** Asks for that long, and waits for the last answers. */
  DecisionTally ask(Duration time);
}
