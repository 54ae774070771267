package com.throttlex.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Small texts that nodes share. There are few, and they are read together.
 *
 * <p>A stage that completes exceptionally means that the notes are unavailable. A write that failed
 * in this way may still have been done.
 */
public interface Notes {
  /** The expected version for writing a note in any state. */
  long ANY = -1;

  /** The expected version of a note that does not exist. */
  long ABSENT = 0;

  /** Returns all notes that have not expired, by name. */
  CompletionStage<Map<String, Note>> read();

  /**
   * Writes a note if its version is the expected one; returns whether it was written.
   *
   * <p>The version then grows by one. The note expires after the time to live; with a time of zero,
   * at once. An expired note counts as absent. Its version is kept for a day, so that a node that
   * read it long ago does not replace another note of the same name.
   *
   * @param expected the version; {@link #ABSENT} if the note must not exist, {@link #ANY} for any
   */
  CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl);

  /**
   * A note as it was read.
   *
   * @param version 1 after the first write, and one more after each further write
   * @param text the content
   */
  record Note(long version, String text) {}
}
