package com.throttlex.adaptive;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The observations of one node since its last report.
 *
 * @param sources the health of the services that its requests call, and of pushed sources
 * @param traffic the requests under each adaptive concurrency rule
 */
record NodeReport(Map<String, SourceReport> sources, Map<String, Traffic> traffic) {
  /** A report without observations. */
  static final NodeReport NOTHING = new NodeReport(Map.of(), Map.of());

  NodeReport {
    sources = Map.copyOf(sources);
    traffic = Map.copyOf(traffic);
  }

  /** Merges the reports of several nodes into one. */
  static NodeReport merged(List<NodeReport> reports, AdaptiveSettings settings) {
    Map<String, List<SourceReport>> bySource = new TreeMap<>();
    Map<String, Traffic> byRule = new TreeMap<>();
    for (NodeReport report : reports) {
      report.sources.forEach(
          (name, said) -> bySource.computeIfAbsent(name, n -> new ArrayList<>()).add(said));
      report.traffic.forEach((rule, seen) -> byRule.merge(rule, seen, Traffic::and));
    }
    Map<String, SourceReport> merged = new TreeMap<>();
    bySource.forEach(
        (name, said) -> merged.put(name, SourceReport.merged(said, settings.of(name))));
    return new NodeReport(merged, byRule);
  }

  String text() {
    StringJoiner lines = new StringJoiner("\n");
    sources.forEach(
        (name, said) ->
            lines.add(
                String.join(
                    " ",
                    "source",
                    NoteWords.of(name),
                    String.valueOf(said.weight()),
                    String.valueOf(said.health().score()),
                    String.valueOf(said.health().confidence()),
                    NoteWords.of(named(said.health().parts())),
                    NoteWords.of(named(said.values())),
                    told(said.told()))));
    traffic.forEach(
        (rule, seen) ->
            lines.add(
                String.join(
                    " ",
                    "rule",
                    NoteWords.of(rule),
                    String.valueOf(seen.completed()),
                    String.valueOf(seen.failed()),
                    String.valueOf(seen.dropped()),
                    String.valueOf(seen.meanMillis()),
                    String.valueOf(seen.p50Millis()),
                    String.valueOf(seen.p95Millis()),
                    String.valueOf(seen.p99Millis()),
                    String.valueOf(seen.inFlight()))));
    return lines.toString();
  }

  static NodeReport parse(String text) {
    Map<String, SourceReport> sources = new TreeMap<>();
    Map<String, Traffic> traffic = new TreeMap<>();
    for (String line : text.isEmpty() ? new String[0] : text.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("source") && words.length == 8) {
        sources.put(NoteWords.text(words[1]), source(words));
      } else if (words[0].equals("rule") && words.length == 10) {
        traffic.put(NoteWords.text(words[1]), traffic(words));
      } else {
        throw new IllegalArgumentException("report: " + line + " (expected: a source or rule)");
      }
    }
    return new NodeReport(sources, traffic);
  }

  private static SourceReport source(String[] words) {
    return new SourceReport(
        new Health(Double.parseDouble(words[3]), Double.parseDouble(words[4]), signals(words[5])),
        Long.parseLong(words[2]),
        signals(words[6]),
        told(words[7]));
  }

  private static String told(Set<Signal> signals) {
    StringJoiner names = new StringJoiner(",").setEmptyValue("-");
    signals.forEach(signal -> names.add(signal.text()));
    return names.toString();
  }

  private static Set<Signal> told(String word) {
    Set<Signal> told = EnumSet.noneOf(Signal.class);
    List<String> names = List.of(word.split(",", -1));
    for (Signal signal : Signal.values()) {
      if (names.contains(signal.text())) {
        told.add(signal);
      }
    }
    return told;
  }

  private static Traffic traffic(String[] words) {
    return new Traffic(
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Double.parseDouble(words[5]),
        Double.parseDouble(words[6]),
        Double.parseDouble(words[7]),
        Double.parseDouble(words[8]),
        Long.parseLong(words[9]));
  }

  private static Map<String, Double> named(Map<Signal, Double> values) {
    Map<String, Double> named = new TreeMap<>();
    values.forEach((signal, value) -> named.put(signal.text(), value));
    return named;
  }

  private static Map<Signal, Double> signals(String word) {
    Map<String, Double> named = NoteWords.numbers(word);
    Map<Signal, Double> signals = new EnumMap<>(Signal.class);
    for (Signal signal : Signal.values()) {
      Double value = named.get(signal.text());
      if (value != null) {
        signals.put(signal, value);
      }
    }
    return signals;
  }
}
