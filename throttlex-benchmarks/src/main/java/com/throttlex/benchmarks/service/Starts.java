package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Median;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The start time of the program, and its memory when idle. */
record Starts(double seconds, double megabytes) {
  private static final int STARTS = 5;
  private static final int IDLE_SECONDS = 5;
  private static final double SECONDS_BAR = 1.5;
  private static final double MEGABYTES_BAR = 160;

  static Starts measure(Children children, Path root) throws IOException, InterruptedException {
    // The first start may have to create the class archive.
    Program.start(children, root).child().close();
    double[] seconds = new double[STARTS];
    double megabytes = Double.NaN;
    for (int i = 0; i < STARTS; i++) {
      Program program = Program.start(children, root);
      seconds[i] = program.secondsToReady();
      if (i == STARTS - 1) {
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        megabytes = program.child().residentMegabytes();
      }
      program.child().close();
    }
    return new Starts(Median.of(seconds), megabytes);
  }

  String lines() {
    return line("start to ready", seconds, "s", SECONDS_BAR)
        + line("resident memory, idle", megabytes, "MB", MEGABYTES_BAR);
  }

  private static String line(String what, double value, String unit, double bar) {
    return String.format(
        Locale.ROOT, "%-30s %10.2f %-2s   %s%n", what, value, unit, Bar.atMost(bar).verdict(value));
  }
}
