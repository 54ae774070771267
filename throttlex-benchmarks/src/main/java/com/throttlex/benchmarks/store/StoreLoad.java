package com.throttlex.benchmarks.store;

import java.time.Duration;

/** The callers of a contender. */
public interface StoreLoad {
  /** Sends requests for that long, and waits for the last answers. */
  DecisionTally ask(Duration time);
}
