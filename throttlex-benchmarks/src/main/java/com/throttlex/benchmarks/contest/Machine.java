package com.throttlex.benchmarks.contest;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The machine that the figures depend on. */
public final class Machine {
  private static final Path CPUS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns processors and system. */
  public static String name() throws IOException {
    return String.format(
        "%d processors%s, %s %s %s",
        Runtime.getRuntime().availableProcessors(),
        model(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"));
  }

  private static String model() throws IOException {
    if (!Files.exists(CPUS)) {
      return "";
    }
    return Files.readAllLines(CPUS).stream()
        .filter(line -> line.startsWith("model name"))
        .findFirst()
        .map(line -> " (" + line.replaceFirst(".*: *", "") + ")")
        .orElse("");
  }

  /** Returns the load average of the last minute. */
  public static String load() {
    return String.format(
        Locale.ROOT, "%.2f", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }
}
