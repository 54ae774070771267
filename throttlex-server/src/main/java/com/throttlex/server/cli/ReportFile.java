package com.throttlex.server.cli;

import com.throttlex.request.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of a report. */
final class ReportFile {
  private final Path path;

  private ReportFile(Path path) {
    this.path = path;
  }

  /**
   * Returns the file; the command fails if it is a folder, is in a folder that is missing, or is
   * one of the files that the command reads.
   */
  static ReportFile at(CommandContext surroundings, Path named, List<Path> inputs) {
    Path path = surroundings.workingDirectory().resolve(named);
    Path folder = path.toAbsolutePath().getParent();
    if (Files.isDirectory(path) || folder == null || !Files.isDirectory(folder)) {
      String message = " (expected: a file in a folder that exists)";
      throw new CommandFailedException(
          ExitCodes.USAGE, "--report: " + ShownText.quoted(named.toString()) + message);
    }
    for (Path input : inputs) {
      if (isSame(path, surroundings.workingDirectory().resolve(input))) {
        String message =
            " is an input of this command, " + ShownText.plain(input.toString()) + " (expected: ";
        throw new CommandFailedException(
            ExitCodes.USAGE,
            "--report: " + ShownText.quoted(named.toString()) + message + "another file)");
      }
    }
    return new ReportFile(path);
  }

  private static boolean isSame(Path file, Path other) {
    try {
      return Files.exists(file) && Files.exists(other) && Files.isSameFile(file, other);
    } catch (IOException e) {
      return false; // a file that cannot be examined cannot be read either
    }
  }

  /** Writes the report; the command fails if that is not possible. */
  void write(String html) {
    try {
      Files.writeString(path, html);
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCodes.FAILURE, "--report: " + path + " cannot be written: " + e);
    }
  }
}
