package com.throttlex.queue;

import java.time.Instant;

/**
 * The state of a stored request.
 *
 * @param stage where it is
 * @param reason why it failed; empty if it did not
 * @param answer its answer; empty before the request is answered
 * @param until when it is given up, or, if it has ended, until when this state is kept
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, and never compared
public record StoredState(Stage stage, String reason, byte[] answer, Instant until) {
  /** The stages of a stored request. */
  public enum Stage {
    /** It is not sent yet. */
    WAITING,
    /** It was sent, and there is no answer yet. */
    SENT,
    /** Its answer is kept. */
    ANSWERED,
    /** It is a dead letter. */
    FAILED
  }
}
