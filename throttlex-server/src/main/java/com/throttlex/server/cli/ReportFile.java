package com.throttlex.server.cli;

import com.throttlex.request.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a report. */
final class ReportFile {
  private final Path path;

  private ReportFile(Path path) {
    this.path = path;
  }

  /** Returns the file; the command fails if it is a folder, or is in a folder that is missing. */
  static ReportFile at(CommandContext surroundings, Path named) {
    Path path = surroundings.workingDirectory().resolve(named);
    Path folder = path.toAbsolutePath().getParent();
    if (Files.isDirectory(path) || folder == null || !Files.isDirectory(folder)) {
      String message = " (expected: a file in a folder that exists)";
      throw new CommandFailedException(
          ExitCodes.USAGE, "--report: " + ShownText.quoted(named.toString()) + message);
    }
    return new ReportFile(path);
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
