package com.throttlex.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Small texts that nodes share; a few, read as a whole. */
public interface Notes {
  /** The expected version of a note that is to be written whatever it is. */
  long ANY = -1;

  /** The expected version of a note that is not there. */
  long ABSENT = 0;

  /** All notes that have not expired, by name. */
  CompletionStage<Map<String, Note>> read();

  /**
   * Writes a note if its version is the expected one; true when it was written. Its version has
   * grown by one then.
   *
   * @param expected the version that the note must have, {@link #ABSENT} or {@link #ANY}
   * @param ttl when the note is forgotten
   */
  CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl);

  /**
   * A note.
   *
   * @param version how often it was written
   * @param text what it says
   */
  record Note(long version, String text) {}
}
