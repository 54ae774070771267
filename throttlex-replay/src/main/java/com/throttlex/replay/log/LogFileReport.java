package com.throttlex.replay.log;

import org.jspecify.annotations.Nullable;

/**
 * The lines of one file, counted by kind. {@code lines} is always the sum of the five counts after
 * it.
 *
 * @param file the name of the file
 * @param format the format, such as {@code combined} or {@code json}; {@code none} without lines
 * @param compression {@code none}, {@code gzip} or {@code zstd}
 * @param lines all lines that were read
 * @param requests the lines that are requests
 * @param broken the lines that are not
 * @param blank the lines without text
 * @param header the lines that name columns
 * @param outside the requests before or after the wanted time
 * @param problem why the rest of the file could not be read; null if all of it was read
 */
public record LogFileReport(
    String file,
    String format,
    String compression,
    long lines,
    long requests,
    long broken,
    long blank,
    long header,
    long outside,
    @Nullable String problem) {
  /** The words before the first line of a file whose format is not known. */
  static final String FIRST_LINE = "; the first line is ";

  /** Returns the same report without the first line. */
  LogFileReport masked() {
    int shown = problem == null ? -1 : problem.indexOf(FIRST_LINE);
    return problem == null || shown < 0
        ? this
        : new LogFileReport(
            file,
            format,
            compression,
            lines,
            requests,
            broken,
            blank,
            header,
            outside,
            problem.substring(0, shown));
  }
}
