package com.throttlex.distributed.faults;

import org.jspecify.annotations.Nullable;

/**
 * What a caller got.
 *
 * @param subject whose request it was
 * @param admitted whether it passed
 * @param degraded whether something else than the shared store has decided
 * @param at when it was decided, by the clock of who decided
 * @param askedAt when it was asked, by this process's monotonic clock
 * @param nanos how long it took until the answer was there
 * @param waited whether the answer was not there at once, because the shared store was asked
 * @param failure what the caller got instead of an answer
 */
public record Answer(
    String subject,
    boolean admitted,
    boolean degraded,
    long at,
    long askedAt,
    long nanos,
    boolean waited,
    @Nullable Throwable failure) {

  /** Admitted by the shared store. */
  public boolean isShared() {
    return admitted && !degraded;
  }

  /** Admitted without it. */
  public boolean isOwn() {
    return admitted && degraded;
  }
}
