package com.throttlex.distributed;

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
   * @param timeout how long the caller waits, for messages
   */
  record Deadline(long lagFree, long latest, Duration timeout) {
    boolean isOver(long lagFreeNow, long now) {
      return lagFreeNow >= lagFree || now >= latest;
    }

    /** Returns the failure of a store that did not answer in time. */
    LateAnswerException missed() {
      return new LateAnswerException("timed out after " + timeout.toMillis() + " ms");
    }
  }

  /** Fails if its time is over; returns true when it has ended, in whatever way. */
  boolean expire(long lagFreeNow, long now);
}
