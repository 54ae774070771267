package com.throttlex.shared;

import java.time.Duration;

/** A call to a store that fails if the store does not answer in time. */
interface Awaited {
  /** The longest extra wait after the timeout, whatever the lag. */
  Duration LONGEST_LAG = Duration.ofSeconds(2);

  /**
   * The time at which a wait ends.
   *
   * @param lagFree the end in the time of a {@link LagClock}
   * @param latest the end in real time, so that no wait is endless
   * @param timeout the timeout of the caller, for messages
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

  /** Fails the call if it has expired; returns whether it has ended in any way. */
  boolean expire(long lagFreeNow, long now);
}
