package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All limiters in all scenarios.
 *
 * @param scenarios that were run
 * @param lines one for each contender, with its best setting
 * @param tried the score of every setting, by contender
 * @param seeds that everything was drawn from
 */
record Contest(
    List<Scenario> scenarios,
    List<Line> lines,
    Map<String, Map<String, Double>> tried,
    List<Long> seeds) {
  static final List<Measure> ALL = List.of(Measure.values());
  static final List<Measure> CONTROL =
      List.of(Measure.GOODPUT, Measure.LATENCY, Measure.RECOVERY, Measure.SWING);
  private static final Comparator<Line> BY_ALL =
      Comparator.comparingDouble(line -> line.score(ALL));

  static Contest run(List<Contender> contenders, List<Scenario> scenarios, List<Long> seeds) {
    List<List<Trial>> trials = seeds.stream().map(seed -> Trial.of(scenarios, seed)).toList();
    List<Line> lines = new ArrayList<>();
    Map<String, Map<String, Double>> tried = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      List<Line> its =
          contender.settings().stream()
              .map(setting -> Line.run(contender, setting, trials))
              .toList();
      Map<String, Double> scores = new LinkedHashMap<>();
      its.forEach(line -> scores.put(line.setting().text(), line.score(ALL)));
      tried.put(contender.name(), scores);
      lines.add(its.stream().max(BY_ALL).orElseThrow());
    }
    return new Contest(scenarios, lines, tried, seeds);
  }

  Line line(String name) {
    return lines.stream()
        .filter(line -> line.contender().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The best first. */
  List<Line> ranking(List<Measure> measures) {
    return lines.stream()
        .sorted(Comparator.comparingDouble((Line line) -> line.score(measures)).reversed())
        .toList();
  }

  /** The mean of its places in the scenarios; the first place is 1. */
  double meanPlace(Line line) {
    double sum = 0;
    for (int i = 0; i < scenarios.size(); i++) {
      int scenario = i;
      double own = line.score(scenario);
      sum += 1 + lines.stream().filter(other -> other.score(scenario) > own).count();
    }
    return sum / scenarios.size();
  }
}
