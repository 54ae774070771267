package com.throttlex.shared.faults;

import org.jspecify.annotations.Nullable;

/**
 * The answer that a caller got.
 *
 * @param subject the subject of the request
 * @param admitted whether the request was admitted
 * @param degraded whether it was decided in fallback
 * @param at the time of the decision, by the clock that decided
 * @param askedAt the time of the request, by this process's monotonic clock
 * @param nanos the time until the answer
 * @param waited whether the caller waited, because the shared store was called
 * @param failure the failure that the caller got instead of an answer
 * @param reservation the name under which the charges can be settled
 */
public record Answer(
    String subject,
    boolean admitted,
    boolean degraded,
    long at,
    long askedAt,
    long nanos,
    boolean waited,
    @Nullable Throwable failure,
    @Nullable String reservation) {

  /** Returns whether the shared store admitted the request. */
  public boolean isShared() {
    return admitted && !degraded;
  }

  /** Returns whether the request was admitted in fallback. */
  public boolean isOwn() {
    return admitted && degraded;
  }
}
