package com.throttlex.redis.faults;

import org.jspecify.annotations.Nullable;

/**
 * What a caller got.
 *
 * @param subject whose request it was
 * @param admitted whether it passed
 * @param degraded whether something else than Redis has decided
 * @param at when it was decided, by the clock of who decided
 * @param askedAt when it was asked, by this process's monotonic clock
 * @param nanos how long it took until the answer was there
 * @param failure what the caller got instead of an answer
 */
record Answer(
    String subject,
    boolean admitted,
    boolean degraded,
    long at,
    long askedAt,
    long nanos,
    @Nullable Throwable failure) {

  /** Admitted by Redis. */
  boolean isShared() {
    return admitted && !degraded;
  }

  /** Admitted without Redis. */
  boolean isOwn() {
    return admitted && degraded;
  }
}
