package com.throttlex.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Small texts that nodes share; a few, read as a whole.
 *
 * <p>A stage that completes exceptionally means that they could not be reached; a write that failed
 * so may have been done.
 */
public interface Notes {
  /** The expected version of a note that is to be written whatever it is. */
  long ANY = -1;

  /** The expected version of a note that is not there. */
  long ABSENT = 0;

  /** All notes that have not expired, by name. */
  CompletionStage<Map<String, Note>> read();

  /**
   * Writes a note if its version is the expected one; true when written.
   *
   * <p>Its version then grows by one; it expires after the time to live, with none at once. One
   * that has expired is not there. Its version is remembered for a day, so that who has read a note
   * and comes late does not replace another one of the same name.
   *
   * @param expected 0: it is not there; -1: whatever it is
   */
  CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl);

  /**
   * A note as it was read.
   *
   * @param version 1 when it was written first, and one more each time
   * @param text what it says
   */
  record Note(long version, String text) {}
}
