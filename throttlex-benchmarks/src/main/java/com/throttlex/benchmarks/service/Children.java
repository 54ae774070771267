package com.throttlex.benchmarks.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All processes that this program has started, and their folder. */
public final class Children implements AutoCloseable {
  private final Path folder;
  private final Deque<Child> started = new ArrayDeque<>();
  private boolean closed;

  private Children(Path folder) {
    this.folder = folder;
  }

  /** Creates an empty set; the processes end with this program, and the folder is deleted. */
  public static Children inTemporaryFolder() throws IOException {
    Children children = new Children(Files.createTempDirectory("throttlex-bench"));
    Runtime.getRuntime().addShutdownHook(new Thread(children::close, "end"));
    return children;
  }

  /** Returns the folder of their files. */
  public Path folder() {
    return folder;
  }

  /** Starts a process whose output goes to a file named after it. */
  public Child start(String name, List<String> command) throws IOException {
    return start(name, builder(name, command));
  }

  /** Starts a process whose input and output are this program's; its errors are printed. */
  public Child talk(String name, List<String> command) throws IOException {
    return start(
        name,
        builder(name, command)
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  private ProcessBuilder builder(String name, List<String> command) {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(output(name).toFile())
        .redirectError(folder.resolve(name + ".err").toFile());
  }

  private synchronized Child start(String name, ProcessBuilder builder) throws IOException {
    if (closed) {
      throw new IOException(name + ": not started (expected: a start before the time limit)");
    }
    Child child = new Child(name, builder.start());
    started.push(child);
    return child;
  }

  private Path output(String name) {
    return folder.resolve(name + ".out");
  }

  /** Runs a process to its end; returns its output. */
  String run(String name, int seconds, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = builder(name, command).redirectErrorStream(true);
    try (Child child = start(name, builder)) {
      if (!child.process().waitFor(seconds, TimeUnit.SECONDS)) {
        throw new IOException(name + ": not done (expected: within " + seconds + " s)");
      }
      return Files.readString(output(name), StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns the processor time of those that still run. */
  public synchronized Duration cpu() {
    return started.stream()
        .filter(child -> child.process().isAlive())
        .map(Child::cpu)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Ends them all, the latest first, and deletes the folder; no process can start any more. */
  @Override
  public synchronized void close() {
    closed = true;
    while (!started.isEmpty()) {
      started.pop().close();
    }
    if (Files.exists(folder)) {
      deleteFolder();
    }
  }

  private void deleteFolder() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
