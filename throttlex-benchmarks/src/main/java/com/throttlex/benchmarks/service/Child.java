package com.throttlex.benchmarks.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that this program has started. */
public final class Child implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 15;

  private final String name;
  private final Process process;

  Child(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  Process process() {
    return process;
  }

  /** Fails when it has ended. */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(name + ": ended with " + process.exitValue() + " (expected: to run)");
    }
  }

  /** Returns the processor time of it and its children. */
  public Duration cpu() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .flatMap(handle -> handle.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns the resident memory in MB; NaN if the system does not report it. */
  double residentMegabytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return Double.NaN;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    return Double.NaN;
  }

  /** Ends it and its children, first with SIGTERM. */
  @Override
  public void close() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    below.forEach(ProcessHandle::destroyForcibly);
  }
}
