package com.throttlex.benchmarks.proxy;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The table: all sides, and ours compared with each peer.
 *
 * @param rounds the rounds of each side; ours and the upstream without a proxy are always among
 *     them
 */
record ProxyReport(Map<ProxyEntrant, List<ProxyRound>> rounds) {
  private static final double MILLI = 1000;
  private static final Bar ADDED_P50 = Bar.atMost(0.3);
  private static final Bar ADDED_P99 = Bar.atMost(2);

  String text() {
    StringBuilder text = new StringBuilder(header());
    rounds.keySet().forEach(who -> text.append(line(who)));
    ProxyRound ours = median(ProxyEntrant.OURS);
    ProxyRound direct = median(ProxyEntrant.DIRECT);
    text.append(added("p50", (ours.p50() - direct.p50()) / MILLI, ADDED_P50));
    text.append(added("p99", (ours.p99() - direct.p99()) / MILLI, ADDED_P99));
    return text.toString();
  }

  private static String header() {
    return String.format(
        "%-29s %10s %5s  %-9s  %-12s %6s %7s %7s  %7s %7s%n",
        "",
        "requests/s",
        "ratio",
        "of rounds",
        "bar",
        "CPU us",
        "p50 ms",
        "p99 ms",
        "added",
        "added");
  }

  private String line(ProxyEntrant who) {
    ProxyRound median = median(who);
    ProxyRound direct = median(ProxyEntrant.DIRECT);
    boolean isProxy = who != ProxyEntrant.DIRECT;
    return String.format(
        "%-29s %10s %5s  %-9s  %-12s %6s %7s %7s  %7s %7s%n",
        who,
        Figure.text("%,.0f", median.rate()),
        isPeer(who) ? Figure.text("%.2f", ratio(who)) : "",
        isPeer(who) ? range(who) : "",
        isPeer(who) ? Bar.atLeast(who.goal()).verdict(ratio(who)) : "",
        isProxy ? Figure.text("%.0f", median.cpu()) : "",
        Figure.text("%.2f", median.p50() / MILLI),
        Figure.text("%.2f", median.p99() / MILLI),
        isProxy ? Figure.text("%+.2f", (median.p50() - direct.p50()) / MILLI) : "",
        isProxy ? Figure.text("%+.2f", (median.p99() - direct.p99()) / MILLI) : "");
  }

  private static boolean isPeer(ProxyEntrant who) {
    return !Double.isNaN(who.goal());
  }

  /** Returns our requests per second divided by the peer's. */
  double ratio(ProxyEntrant peer) {
    return median(ProxyEntrant.OURS).rate() / median(peer).rate();
  }

  private String range(ProxyEntrant peer) {
    List<ProxyRound> ours = of(ProxyEntrant.OURS);
    List<ProxyRound> theirs = of(peer);
    double[] ratios =
        IntStream.range(0, ours.size())
            .mapToDouble(i -> ours.get(i).rate() / theirs.get(i).rate())
            .sorted()
            .toArray();
    return Figure.text("%.2f", ratios[0]) + "-" + Figure.text("%.2f", ratios[ratios.length - 1]);
  }

  private static String added(String percentile, double millis, Bar bar) {
    return String.format(
        "ThrottleX adds to %s at %,d/s: %s ms, bar %s%n",
        percentile, ProxySide.PER_SECOND, Figure.text("%.2f", millis), bar.verdict(millis));
  }

  private ProxyRound median(ProxyEntrant who) {
    return ProxyRound.median(of(who));
  }

  private List<ProxyRound> of(ProxyEntrant who) {
    return rounds.getOrDefault(who, List.of());
  }
}
