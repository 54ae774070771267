package com.throttlex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The archive, unpacked, and its program, called through a symbolic link from another folder. */
final class Installed {
  private static final long PATIENCE_SECONDS = 60;

  private final Path folder;
  private final Path link;

  Installed(Path folder) throws Exception {
    this.folder = folder;
    Process tar =
        new ProcessBuilder("tar", "xzf", Built.archive().toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    assertThat(exitCode(tar)).isZero();
    Path links = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(links.resolve("program"), home().resolve("bin/throttlex"));
    link = Files.createSymbolicLink(links.resolve("throttlex"), Path.of("program"));
  }

  Path home() {
    return folder.resolve(Built.NAME);
  }

  /** Starts a command in an environment that has nothing but these variables, a PATH and a Java. */
  Process start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(link.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Files.createDirectories(folder.resolve("elsewhere")).toFile())
            .redirectError(folder.resolve("errors.txt").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Returns the lines of a process until one starts with a text, or until the end. */
  static List<String> linesUntil(BufferedReader out, String start) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
      if (line.startsWith(start)) {
        break;
      }
    }
    return lines;
  }

  static int exitCode(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("process: still there (expected: its end)");
    }
    return process.exitValue();
  }

  /** Returns the error output of the last command. */
  String errors() throws IOException {
    return Files.readString(folder.resolve("errors.txt"));
  }
}
