package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.contest.Measure;
import com.throttlex.benchmarks.store.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements: whether the goals are met, and where peers are better. */
final class RedisReport {
  private static final Measure<RedisLine> RATE =
      new Measure<>("decisions/s", "%,.0f", true, line -> line.median().rate());
  private static final Measure<RedisLine> CALLS =
      new Measure<>("calls", "%.4f", false, line -> line.median().calls());
  private static final List<Measure<RedisLine>> MEASURES =
      List.of(
          RATE,
          new Measure<>("p50 us", "%,.1f", false, line -> line.median().median()),
          new Measure<>("p99 us", "%,.1f", false, line -> line.median().slow()),
          CALLS,
          new Measure<>("Redis us", "%.2f", false, line -> line.median().redisMicros()));

  private final Map<Workload, Map<RedisContender, RedisLine>> lines = new LinkedHashMap<>();

  void add(Workload workload, RedisLine line) {
    lines.computeIfAbsent(workload, key -> new LinkedHashMap<>()).put(line.who(), line);
  }

  /** Returns one line for each goal that was measured. */
  List<String> promises() {
    List<String> texts = new ArrayList<>();
    ratio(texts, Workload.MANY_KEYS, RedisContender.BUCKET4J, 2);
    ratio(texts, Workload.MANY_KEYS, RedisContender.EVALSHA, 1);
    ratio(texts, Workload.HOT_KEY, RedisContender.BUCKET4J, 60);
    ratio(texts, Workload.HOT_KEY, RedisContender.EVALSHA, 1);
    lines.forEach(
        (workload, of) -> {
          RedisLine leased = of.get(RedisContender.LEASED);
          if (leased != null && workload.underWay() > 1) {
            absolute(texts, workload, leased, RATE, Bar.atLeast(1_000_000));
            absolute(texts, workload, leased, CALLS, Bar.atMost(0.01));
          }
        });
    return texts;
  }

  private void ratio(List<String> texts, Workload workload, RedisContender peer, double bar) {
    Map<RedisContender, RedisLine> of = lines.getOrDefault(workload, Map.of());
    RedisLine ours = of.get(RedisContender.STRICT);
    RedisLine theirs = of.get(peer);
    if (ours != null && theirs != null) {
      double ratio = RATE.of(ours) / RATE.of(theirs);
      texts.add(
          promise(
              workload,
              "strict / " + peer,
              Figure.text("%.2f", ratio),
              Bar.atLeast(bar).verdict(ratio)));
    }
  }

  private static void absolute(
      List<String> texts, Workload workload, RedisLine line, Measure<RedisLine> measure, Bar bar) {
    texts.add(
        promise(
            workload,
            "leased, " + measure.text(),
            measure.print(line),
            bar.verdict(measure.of(line))));
  }

  private static String promise(Workload workload, String what, String figure, String verdict) {
    return String.format("  %-26s %-24s %11s  %s", workload.name(), what, figure, verdict);
  }

  /** Returns one line for each pair in which the peer is better: the figure, ours and theirs. */
  List<String> losses() {
    List<String> texts = new ArrayList<>();
    lines.forEach(
        (workload, of) -> {
          for (RedisLine ours : of.values()) {
            for (RedisLine peer : of.values()) {
              String lost =
                  ours.who().isOurs() && !peer.who().isOurs()
                      ? Measure.lost(MEASURES, ours, peer)
                      : "";
              if (!lost.isEmpty()) {
                texts.add("  " + workload.name() + ", " + ours.who() + " to " + peer.who() + lost);
              }
            }
          }
        });
    return texts;
  }

  /** Returns whether no limiter admitted more than the limit. */
  boolean isExact() {
    return lines.values().stream().flatMap(of -> of.values().stream()).allMatch(RedisLine::exact);
  }
}
