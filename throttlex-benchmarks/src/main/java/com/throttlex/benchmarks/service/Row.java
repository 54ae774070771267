package com.throttlex.benchmarks.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One line of the table: the medians of both sides.
 *
 * @param low the lowest ratio of two rounds that followed each other
 * @param high the highest
 */
record Row(
    String path,
    String against,
    double bar,
    Contest.Round ours,
    Contest.Round peer,
    double low,
    double high) {

  static Row of(
      String path, String against, double bar, List<Contest.Round> ours, List<Contest.Round> peer) {
    double[] ratios =
        IntStream.range(0, ours.size())
            .mapToDouble(i -> ours.get(i).rate() / peer.get(i).rate())
            .sorted()
            .toArray();
    return new Row(
        path, against, bar, median(ours), median(peer), ratios[0], ratios[ratios.length - 1]);
  }

  private static Contest.Round median(List<Contest.Round> rounds) {
    return new Contest.Round(
        median(rounds.stream().mapToDouble(Contest.Round::rate).toArray()),
        median(rounds.stream().mapToDouble(Contest.Round::micros).toArray()));
  }

  /** The middle one, or the mean of the two in the middle. */
  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Our rate by the peer's: above 1 we are faster. */
  double ratio() {
    return ours.rate() / peer.rate();
  }

  static String header() {
    return String.format(
        "%-26s %-17s %11s %10s %5s  %-9s  %-14s %6s %6s %6s%n",
        "", "", "ThrottleX/s", "peer/s", "ratio", "of rounds", "bar", "CPU us", "peer's", "others");
  }

  /**
   * The line; what is unknown is a dash.
   *
   * @param others the share of the machine that went elsewhere meanwhile, or NaN
   */
  String line(double others) {
    boolean alone = Double.isNaN(peer.rate());
    String verdict =
        String.format(Locale.ROOT, ">= %.2f %s", bar, ratio() >= bar ? "met" : "MISSED");
    return String.format(
        "%-26s %-17s %11s %10s %5s  %-9s  %-14s %6s %6s %6s%n",
        path,
        against,
        number("%,.0f", ours.rate()),
        number("%,.0f", peer.rate()),
        number("%.2f", ratio()),
        alone ? "peer not" : number("%.2f", low) + "-" + number("%.2f", high),
        alone ? "installed" : verdict,
        number("%.1f", ours.micros()),
        number("%.1f", peer.micros()),
        number("%.0f%%", 100 * others));
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
