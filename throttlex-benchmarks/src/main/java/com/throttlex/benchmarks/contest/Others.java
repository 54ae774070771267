package com.throttlex.benchmarks.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * The part of the machine that other programs used.
 *
 * <p>It comes from the counters of Linux: the time of all processes, minus that of this one and of
 * its children, ended and live. On other systems it is unknown.
 *
 * @param busy the time that was not idle, including other guests of the host
 * @param own the time of our processes
 * @param total all time
 */
public record Others(double busy, double own, double total) {
  private static final Path MACHINE = Path.of("/proc/stat");
  private static final Path SELF = Path.of("/proc/self/stat");
  private static final double TICKS_PER_SECOND = 100;

  /** Returns the present counters, given the time of live children. */
  public static Others until(Duration children) throws IOException {
    if (!Files.exists(MACHINE)) {
      return new Others(Double.NaN, Double.NaN, Double.NaN);
    }
    return of(
        Files.readAllLines(MACHINE).get(0),
        Files.readString(SELF),
        children.toMillis() / 1000.0 * TICKS_PER_SECOND);
  }

  /** Parses the lines about the machine and about this process, and adds more ticks. */
  static Others of(String machine, String self, double childTicks) {
    // user, nice, system, idle, waiting, interrupts hard and soft, stolen; guests are in user
    double[] all = numbers(machine.replaceFirst("cpu +", ""), 8);
    // What follows the name in parentheses starts with the third field; 14 to 17 are the times.
    double[] mine = numbers(self.substring(self.lastIndexOf(')') + 4), 14);
    double total = Arrays.stream(all).sum();
    return new Others(
        total - all[3] - all[4], mine[10] + mine[11] + mine[12] + mine[13] + childTicks, total);
  }

  private static double[] numbers(String text, int count) {
    return Arrays.stream(text.split(" ", -1))
        .limit(count)
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  /** Returns the part since an earlier reading, from 0 to 1, or NaN. */
  public double shareSince(Others before) {
    double others = (busy - before.busy) - (own - before.own);
    return Math.max(0, others) / (total - before.total);
  }
}
