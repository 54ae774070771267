package com.throttlex.replay.log;

import org.jspecify.annotations.Nullable;

/** Finds the fields of a line in one format. */
interface LineParser {
  /** Returns the name of the format, such as {@code combined}. */
  String format();

  /** Returns whether the first line of a file names the columns. */
  default boolean hasHeader() {
    return false;
  }

  /**
   * Sets the fields of a line, which must not change while they are used.
   *
   * @return the problem, or null if the line is well formed
   */
  @Nullable String parse(byte[] line, int from, int to, FieldSlots slots);
}
