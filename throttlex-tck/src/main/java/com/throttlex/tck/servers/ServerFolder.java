package com.throttlex.tck.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A temporary folder of one server: its files and its output. */
record ServerFolder(Path path) {
  private static final int TAIL = 4_000;
  private static final long RUN_SECONDS = 60;

  static ServerFolder create() {
    try {
      return new ServerFolder(Files.createTempDirectory("throttlex-server-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** Returns whether the JVM runs as root. */
  boolean ofRoot() throws IOException {
    return (int) Files.getAttribute(path, "unix:uid") == 0;
  }

  /** Returns a process in this folder; its output goes to the log. */
  ProcessBuilder process(List<String> command) {
    return new ProcessBuilder(command)
        .directory(path.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
  }

  /** Runs a program to its end; its input is a file. */
  void run(List<String> command, Path input) throws IOException {
    Process process = process(command).redirectInput(input.toFile()).start();
    try {
      if (!process.waitFor(RUN_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw failure(command.get(0), process);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(command.get(0), process);
    } finally {
      new ProcessTree(process).kill();
    }
  }

  /** Copies a folder of another server, with its owners and permissions. */
  void copyFrom(ServerFolder other, String name) throws IOException {
    Path copied = other.path.resolve(name);
    run(List.of("cp", "-Rp", copied.toString(), path.toString()), Path.of("/dev/null"));
  }

  /** Returns the failure of a process, with the end of its output. */
  IllegalStateException failure(String name, Process process) {
    String state = process.isAlive() ? "no answer" : "exit " + process.exitValue();
    return new IllegalStateException(name + ": " + state + ", output: " + output());
  }

  /** Returns the end of the server's output. */
  String output() {
    try {
      String output = Files.exists(log()) ? Files.readString(log()) : "";
      return output.substring(Math.max(0, output.length() - TAIL));
    } catch (IOException e) {
      return e.toString();
    }
  }

  void delete() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
