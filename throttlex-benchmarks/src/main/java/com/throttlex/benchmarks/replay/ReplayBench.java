package com.throttlex.benchmarks.replay;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Median;
import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayRun;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replays a log of 2 million lines, 100,000 addresses and 100 rules, and lets awk and Python count
 * the same limits. Another Python script makes the tables of a replay, too.
 *
 * <p>Each side is a process of its own, so that the start of the JVM counts. Sides run in turns. We
 * read in one thread and decide in another; scripts have one thread. So the table has the time on
 * the wall, and the processor time of all threads.
 */
public final class ReplayBench {
  private static final SampleLog LOG = new SampleLog(2_000_000, 100_000, 100);
  private static final int ROUNDS = 3;

  /** How often a process reads the file, except those of Python, which would take minutes. */
  private static final int TIMES = 5;

  private static final String RULES = "rules.json";
  private static final List<String> FILES =
      List.of("access.log", "access.log.gz", RULES, "count.awk", "count.py", "replay.py");

  private static final double GOAL_LINES = 400_000;
  private static final double GOAL_AWK = 0.5;
  private static final double GOAL_PYTHON = 20;

  private final Path folder;
  private final Map<String, List<Double>> wall = new TreeMap<>();
  private final Map<String, List<Double>> cpu = new TreeMap<>();
  private final Map<String, Long> denied = new TreeMap<>();

  private ReplayBench(Path folder) {
    this.folder = folder;
  }

  /** Runs the comparison; with a file and a number, replays only that file so many times. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 2) {
      replay(Path.of(args[0]), Integer.parseInt(args[1]));
      return;
    }
    Path folder = Files.createTempDirectory("throttlex-bench-replay");
    try {
      new ReplayBench(folder).run();
    } finally {
      for (String name : FILES) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    }
  }

  /** Prints the denials and the speed of each replay; the last shows the speed of a long log. */
  private static void replay(Path file, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      long start = cpuNanos();
      try (TrafficLog log =
          new TrafficLog(List.of(LogSource.of(file, "log")), LogOptions.DEFAULT)) {
        ReplayResult result =
            new ReplayRun(log, LOG.rules(), null, ReplayOptions.DEFAULT).run(() -> true);
        long nanos = cpuNanos() - start;
        System.out.println(result.now().totals().denied());
        System.out.println(result.now().totals().requests() / (nanos / 1e9));
      }
    }
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private void run() throws IOException, InterruptedException {
    System.out.printf("%s, load %s%n", Machine.name(), Machine.load());
    System.out.printf("JVM %s%n", System.getProperty("java.runtime.version"));
    LOG.write(folder.resolve("access.log"), false);
    LOG.write(folder.resolve("access.log.gz"), true);
    copy("count.awk");
    copy("count.py");
    copy("replay.py");
    Files.writeString(folder.resolve(RULES), LOG.json());
    List<Double> longLog = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      own("ThrottleX", "access.log");
      longLog.add(own("ThrottleX, gzip", "access.log.gz"));
      awk();
      other("Python", 1, "python3", "count.py", "access.log", "" + SampleLog.LIMIT);
      other("Python, tables, gzip", 1, "python3", "replay.py", "access.log.gz", RULES);
    }
    print(Median.of(longLog, figure -> figure));
  }

  private void copy(String script) throws IOException {
    try (InputStream in = ReplayBench.class.getResourceAsStream(script)) {
      if (in == null) {
        throw new IOException(script + ": missing (expected: a resource)");
      }
      Files.copy(in, folder.resolve(script));
    }
  }

  /** Runs our side as a process; returns the lines per second of its last replay. */
  private double own(String side, String file) throws IOException, InterruptedException {
    List<String> printed =
        process(
            side,
            TIMES,
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ReplayBench.class.getName(),
                file,
                String.valueOf(TIMES)));
    denied.put(side, Long.parseLong(printed.get(0)));
    return Double.parseDouble(printed.get(2 * TIMES - 1));
  }

  private void awk() throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("awk", "-v", "limit=" + SampleLog.LIMIT, "-f", "count.awk"));
    command.addAll(Collections.nCopies(TIMES, "access.log"));
    other("awk", TIMES, command.toArray(new String[0]));
  }

  private void other(String side, int times, String... command)
      throws IOException, InterruptedException {
    String printed = process(side, times, List.of(command)).get(0);
    denied.put(side, Long.parseLong(printed.strip()) / times);
  }

  private List<String> process(String side, int times, List<String> command)
      throws IOException, InterruptedException {
    List<String> timed =
        new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\"", "-"));
    timed.addAll(command);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(timed).directory(folder.toFile()).redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    if (process.waitFor() != 0 || lines.size() < 2) {
      throw new IOException(side + ": " + lines + " (expected: a number and the time)");
    }
    String[] used = lines.get(lines.size() - 1).split(" ", -1);
    double spent = Double.parseDouble(used[0]) + Double.parseDouble(used[1]);
    double waited = (System.nanoTime() - start) / 1e9;
    cpu.computeIfAbsent(side, s -> new ArrayList<>()).add((double) times * LOG.lines() / spent);
    wall.computeIfAbsent(side, s -> new ArrayList<>()).add((double) times * LOG.lines() / waited);
    return lines;
  }

  private void print(double longLog) {
    System.out.printf("%-20s %12s %16s %10s%n", "", "lines/s", "lines/s of CPU", "denied");
    for (String side : wall.keySet()) {
      System.out.printf(
          Locale.ROOT,
          "%-20s %,12.0f %,16.0f %,10d%n",
          side,
          median(side, wall),
          median(side, cpu),
          denied.get(side));
    }
    double own = median("ThrottleX", wall);
    goal("last replay, lines/s of CPU", longLog, Bar.atLeast(GOAL_LINES));
    goal("times awk", own / median("awk", wall), Bar.atLeast(GOAL_AWK));
    goal("times Python", own / median("Python", wall), Bar.atLeast(GOAL_PYTHON));
    double tables = median("ThrottleX, gzip", wall) / median("Python, tables, gzip", wall);
    goal("times Python, tables, gzip", tables, Bar.atLeast(GOAL_PYTHON));
  }

  private static double median(String side, Map<String, List<Double>> rates) {
    return Median.of(rates.getOrDefault(side, List.of()), rate -> rate);
  }

  private static void goal(String name, double figure, Bar bar) {
    System.out.printf(Locale.ROOT, "%-30s %,12.2f  %s%n", name, figure, bar.verdict(figure));
  }
}
