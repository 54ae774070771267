package com.throttlex.replay.log;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The lines of all files, counted by kind.
 *
 * @param files the files, in their order
 * @param brokenLines the first lines that are not requests
 * @param hostNames the lines with the name of a host in place of an address
 */
public record LogReport(List<LogFileReport> files, List<BrokenLine> brokenLines, long hostNames) {
  /** Copies the lists. */
  public LogReport {
    files = List.copyOf(files);
    brokenLines = List.copyOf(brokenLines);
  }

  /** Returns the same report without values of lines. */
  public LogReport masked() {
    return new LogReport(
        files.stream().map(LogFileReport::masked).toList(),
        brokenLines.stream().map(BrokenLine::masked).toList(),
        hostNames);
  }

  /** Returns the sum of a number of all files. */
  public long sum(ToLongFunction<LogFileReport> number) {
    return files.stream().mapToLong(number).sum();
  }

  /** Returns whether all files were read to their end. */
  public boolean isComplete() {
    return files.stream().allMatch(file -> file.problem() == null);
  }
}
