package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What has been measured: whether it holds what was promised, and where others are better. */
final class Report {
  /** Differences below this share are the machine's. */
  private static final double NOISE = 0.05;

  private final Map<Workload, Map<Who, Line>> lines = new LinkedHashMap<>();

  void add(Workload workload, Line line) {
    lines.computeIfAbsent(workload, key -> new LinkedHashMap<>()).put(line.who(), line);
  }

  /** A figure of a line, and in which direction it is better. */
  private enum Measure {
    RATE("decisions/s", "%,.0f", true),
    MEDIAN("p50 us", "%,.1f", false),
    SLOW("p99 us", "%,.1f", false),
    CALLS("calls", "%.4f", false),
    REDIS("Redis us", "%.2f", false);

    private final String text;
    private final String format;
    private final boolean upward;

    Measure(String text, String format, boolean upward) {
      this.text = text;
      this.format = format;
      this.upward = upward;
    }

    double of(Line line) {
      Round median = line.median();
      return switch (this) {
        case RATE -> median.rate();
        case MEDIAN -> median.median();
        case SLOW -> median.slow();
        case CALLS -> median.calls();
        case REDIS -> median.redisMicros();
      };
    }

    String print(Line line) {
      return Figure.text(format, of(line));
    }

    boolean loses(Line ours, Line peer) {
      return upward ? of(ours) < of(peer) * (1 - NOISE) : of(ours) > of(peer) * (1 + NOISE);
    }
  }

  /** One line for each promise that can be told from what has been measured. */
  List<String> promises() {
    List<String> texts = new ArrayList<>();
    ratio(texts, Workload.MANY_KEYS, Who.BUCKET4J, 2);
    ratio(texts, Workload.MANY_KEYS, Who.EVALSHA, 1);
    ratio(texts, Workload.HOT_KEY, Who.BUCKET4J, 60);
    ratio(texts, Workload.HOT_KEY, Who.EVALSHA, 1);
    lines.forEach(
        (workload, of) -> {
          Line leased = of.get(Who.LEASED);
          if (leased != null && workload.underWay() > 1) {
            absolute(texts, workload, leased, Measure.RATE, Bar.atLeast(1_000_000));
            absolute(texts, workload, leased, Measure.CALLS, Bar.atMost(0.01));
          }
        });
    return texts;
  }

  private void ratio(List<String> texts, Workload workload, Who peer, double bar) {
    Map<Who, Line> of = lines.getOrDefault(workload, Map.of());
    Line ours = of.get(Who.STRICT);
    Line theirs = of.get(peer);
    if (ours != null && theirs != null) {
      double ratio = Measure.RATE.of(ours) / Measure.RATE.of(theirs);
      texts.add(
          promise(
              workload,
              "strict / " + peer,
              Figure.text("%.2f", ratio),
              Bar.atLeast(bar).verdict(ratio)));
    }
  }

  private static void absolute(
      List<String> texts, Workload workload, Line line, Measure measure, Bar bar) {
    texts.add(
        promise(
            workload,
            "leased, " + measure.text,
            measure.print(line),
            bar.verdict(measure.of(line))));
  }

  private static String promise(Workload workload, String what, String figure, String verdict) {
    return String.format("  %-26s %-24s %11s  %s", workload.name(), what, figure, verdict);
  }

  /** One line for each pair of which the peer is better in something: what, ours and theirs. */
  List<String> losses() {
    List<String> texts = new ArrayList<>();
    lines.forEach(
        (workload, of) -> {
          for (Line ours : of.values()) {
            for (Line peer : of.values()) {
              String lost = ours.who().isOurs() && !peer.who().isOurs() ? lost(ours, peer) : "";
              if (!lost.isEmpty()) {
                texts.add("  " + workload.name() + ", " + ours.who() + " to " + peer.who() + lost);
              }
            }
          }
        });
    return texts;
  }

  private static String lost(Line ours, Line peer) {
    return Arrays.stream(Measure.values())
        .filter(measure -> measure.loses(ours, peer))
        .map(m -> "; " + m.text + ": " + m.print(ours) + " to " + m.print(peer))
        .collect(Collectors.joining());
  }

  /** Whether nobody has admitted more than the limit. */
  boolean isExact() {
    return lines.values().stream().flatMap(of -> of.values().stream()).allMatch(Line::exact);
  }
}
