package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All limiters in all scenarios.
 *
 * @param scenarios the scenarios
 * @param lines one for each contender, with its best setting
 * @param tried the score of every setting, by contender
 * @param seeds the seeds of the random numbers
 */
record AdaptiveContest(
    List<Scenario> scenarios,
    List<AdaptiveLine> lines,
    Map<String, Map<String, Double>> tried,
    List<Long> seeds) {
  static final List<AdaptiveMeasure> ALL = List.of(AdaptiveMeasure.values());
  static final List<AdaptiveMeasure> CONTROL =
      List.of(
          AdaptiveMeasure.GOODPUT,
          AdaptiveMeasure.LATENCY,
          AdaptiveMeasure.RECOVERY,
          AdaptiveMeasure.SWING);
  private static final Comparator<AdaptiveLine> BY_ALL =
      Comparator.comparingDouble(line -> line.score(ALL));

  static AdaptiveContest run(
      List<AdaptiveContender> contenders, List<Scenario> scenarios, List<Long> seeds) {
    List<List<ScenarioTrial>> trials =
        seeds.stream().map(seed -> ScenarioTrial.of(scenarios, seed)).toList();
    List<AdaptiveLine> lines = new ArrayList<>();
    Map<String, Map<String, Double>> tried = new LinkedHashMap<>();
    for (AdaptiveContender contender : contenders) {
      List<AdaptiveLine> its =
          contender.settings().stream()
              .map(setting -> AdaptiveLine.run(contender, setting, trials))
              .toList();
      Map<String, Double> scores = new LinkedHashMap<>();
      its.forEach(line -> scores.put(line.setting().text(), line.score(ALL)));
      tried.put(contender.name(), scores);
      lines.add(its.stream().max(BY_ALL).orElseThrow());
    }
    return new AdaptiveContest(scenarios, lines, tried, seeds);
  }

  /** Runs each contender again with its best setting and other seeds. */
  AdaptiveContest again(List<Long> otherSeeds) {
    List<List<ScenarioTrial>> trials =
        otherSeeds.stream().map(seed -> ScenarioTrial.of(scenarios, seed)).toList();
    List<AdaptiveLine> again =
        lines.stream()
            .map(line -> AdaptiveLine.run(line.contender(), line.setting(), trials))
            .toList();
    return new AdaptiveContest(scenarios, again, tried, otherSeeds);
  }

  AdaptiveLine line(String name) {
    return lines.stream()
        .filter(line -> line.contender().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the lines, best first. */
  List<AdaptiveLine> ranking(List<AdaptiveMeasure> measures) {
    return lines.stream()
        .sorted(Comparator.comparingDouble((AdaptiveLine line) -> line.score(measures)).reversed())
        .toList();
  }

  /** Returns the mean of its places in the scenarios; the first place is 1. */
  double meanPlace(AdaptiveLine line) {
    double sum = 0;
    for (int i = 0; i < scenarios.size(); i++) {
      int scenario = i;
      double own = line.score(scenario);
      sum += 1 + lines.stream().filter(other -> other.score(scenario) > own).count();
    }
    return sum / scenarios.size();
  }
}
