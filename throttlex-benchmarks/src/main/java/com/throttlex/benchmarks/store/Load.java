package com.throttlex.benchmarks.store;

import java.time.Duration;

/** Those who ask a contender. */
public interface Load {
  /** Asks for that long, and waits for the last answers. */
  Tally ask(Duration time);
}
