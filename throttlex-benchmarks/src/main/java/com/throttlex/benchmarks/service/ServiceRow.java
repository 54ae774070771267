package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One line of the table: the medians of both sides.
 *
 * @param low the lowest ratio of two consecutive rounds
 * @param high the highest
 */
record ServiceRow(
    String path,
    String against,
    double bar,
    Contest.Round ours,
    Contest.Round peer,
    double low,
    double high) {

  static ServiceRow of(
      String path, String against, double bar, List<Contest.Round> ours, List<Contest.Round> peer) {
    double[] ratios =
        IntStream.range(0, ours.size())
            .mapToDouble(i -> ours.get(i).rate() / peer.get(i).rate())
            .sorted()
            .toArray();
    return new ServiceRow(
        path,
        against,
        bar,
        Contest.Round.median(ours),
        Contest.Round.median(peer),
        ratios[0],
        ratios[ratios.length - 1]);
  }

  /** Returns our rate divided by the peer's: above 1 we are faster. */
  double ratio() {
    return ours.rate() / peer.rate();
  }

  static String header() {
    return String.format(
        "%-26s %-17s %11s %10s %5s  %-9s  %-14s %6s %6s %6s%n",
        "", "", "ThrottleX/s", "peer/s", "ratio", "of rounds", "bar", "CPU us", "peer's", "others");
  }

  /**
   * Returns the line; an unknown figure is a dash.
   *
   * @param others the part of the machine that other programs used, or NaN
   */
  String line(double others) {
    boolean alone = Double.isNaN(peer.rate());
    return String.format(
        "%-26s %-17s %11s %10s %5s  %-9s  %-14s %6s %6s %6s%n",
        path,
        against,
        Figure.text("%,.0f", ours.rate()),
        Figure.text("%,.0f", peer.rate()),
        Figure.text("%.2f", ratio()),
        alone ? "peer not" : Figure.text("%.2f", low) + "-" + Figure.text("%.2f", high),
        alone ? "installed" : Bar.atLeast(bar).verdict(ratio()),
        Figure.text("%.1f", ours.micros()),
        Figure.text("%.1f", peer.micros()),
        Figure.text("%.0f%%", 100 * others));
  }
}
