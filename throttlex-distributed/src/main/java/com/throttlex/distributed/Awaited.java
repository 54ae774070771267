package com.throttlex.distributed;

import com.throttlex.store.StoreUnavailableException;
import java.time.Duration;

/** Something that is awaited from a store, and fails when it does not come in time. */
interface Awaited {
  /** How much longer than its timeout anything is awaited, whatever the lag. */
  Duration LONGEST_LAG = Duration.ofSeconds(2);

  /**
   * When to stop waiting.
   *
   * @param lagFree in the time of a {@link LagClock}
   * @param latest in real time, so that nobody waits for ever
   */
  record Deadline(long lagFree, long latest) {
    boolean isOver(long lagFreeNow, long now) {
      return lagFreeNow >= lagFree || now >= latest;
    }
  }

  /** Fails if its time is over; returns true when it has ended, in whatever way. */
  boolean expire(long lagFreeNow, long now);

  /** Returns the failure of a store that did not answer. */
  static StoreUnavailableException silent() {
    return new StoreUnavailableException("store: silent (expected: an answer in time)");
  }
}
