package com.throttlex.proxy;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/**
 * Sees the answer to one admitted request, and settles its reservation at the end.
 *
 * <p>All calls come from the event loop of the request. {@link #end} is called exactly once for
 * every request that was sent to an upstream, however it ends.
 */
public interface AnswerMeter {
  /** Sees the head of the upstream's answer. */
  default void head(int status, MultiMap headers) {}

  /** Sees a chunk of the body; returns false to cut the answer off before this chunk. */
  default boolean chunk(Buffer chunk) {
    return true;
  }

  /**
   * Settles the reservation and frees the slots.
   *
   * @param outcome how the upstream did; {@link Outcome#UNKNOWN} if the client left
   * @param complete whether the client got the whole answer
   */
  void end(Outcome outcome, boolean complete);

  /** Makes meters. */
  interface Factory {
    /** Returns the meter of an admitted request. */
    AnswerMeter of(Decision decision);
  }
}
