package com.throttlex.benchmarks.contest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The settings of JMH benchmarks.
 *
 * @param seconds the length of one iteration
 * @param forks the number of JVMs for each method
 */
public record Microbenchmark(int seconds, int forks) {
  private static final int ITERATIONS = 3;

  /** Runs all methods of a class, and counts the bytes that each allocates. */
  public Collection<RunResult> run(Class<?> benchmark, int threads) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(benchmark.getName().replace("$", "\\$") + "\\.")
                .threads(threads)
                .forks(forks)
                .warmupIterations(ITERATIONS)
                .warmupTime(TimeValue.seconds(seconds))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.seconds(seconds))
                .addProfiler(GCProfiler.class)
                .jvmArgs(jvmArgs())
                .verbosity(VerboseMode.SILENT)
                .build())
        .run();
  }

  private static String[] jvmArgs() {
    List<String> args = new ArrayList<>(List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch"));
    if (Runtime.version().feature() >= 24) {
      args.add(
          "--sun-misc-unsafe-memory-access=allow"); // JMH's own; keeps a warning out of the table
    }
    return args.toArray(new String[0]);
  }

  /** The name of the method. */
  public static String method(RunResult result) {
    return result.getParams().getBenchmark().replaceAll(".*\\.", "");
  }

  /** The time of one call. */
  public static double nanos(RunResult result) {
    return result.getPrimaryResult().getScore();
  }

  /** The bytes that one call allocates, or NaN. */
  public static double bytes(RunResult result) {
    Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
    return allocated == null ? Double.NaN : allocated.getScore();
  }
}
