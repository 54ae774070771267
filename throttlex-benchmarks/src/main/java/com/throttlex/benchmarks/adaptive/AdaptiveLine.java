package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * The results of a limiter in all scenarios.
 *
 * @param contender the limiter
 * @param setting its setting
 * @param courses one for each scenario, with the first seed
 * @param figures of each scenario, the mean over all seeds
 * @param bySeed the mean over all measures and scenarios, with each seed
 */
record AdaptiveLine(
    AdaptiveContender contender,
    AdaptiveContender.Setting setting,
    List<ScenarioRun> courses,
    List<Figures> figures,
    List<Double> bySeed) {
  /** Runs all scenarios with each seed. */
  static AdaptiveLine run(
      AdaptiveContender contender,
      AdaptiveContender.Setting setting,
      List<List<ScenarioTrial>> seeds) {
    List<AdaptiveLine> lines =
        seeds.stream().map(trials -> once(contender, setting, trials)).toList();
    List<Figures> figures = new ArrayList<>();
    for (int i = 0; i < seeds.get(0).size(); i++) {
      int scenario = i;
      figures.add(Figures.mean(lines.stream().map(line -> line.figures.get(scenario)).toList()));
    }
    List<Double> bySeed = lines.stream().map(line -> line.score(AdaptiveContest.ALL)).toList();
    return new AdaptiveLine(contender, setting, lines.get(0).courses, figures, bySeed);
  }

  private static AdaptiveLine once(
      AdaptiveContender contender, AdaptiveContender.Setting setting, List<ScenarioTrial> trials) {
    List<ScenarioRun> courses = new ArrayList<>();
    List<Figures> figures = new ArrayList<>();
    for (ScenarioTrial trial : trials) {
      ScenarioRun course = Plant.run(trial, setting.limiter().get());
      courses.add(course);
      figures.add(Figures.of(course, trial.bareP99()));
    }
    return new AdaptiveLine(contender, setting, courses, figures, List.of());
  }

  /** Returns its mean score by a measure, over the scenarios that have it. */
  double score(AdaptiveMeasure measure) {
    return figures.stream()
        .mapToDouble(measure::score)
        .filter(score -> !Double.isNaN(score))
        .average()
        .orElseThrow();
  }

  /** Returns the mean score over the measures. */
  double score(List<AdaptiveMeasure> measures) {
    return measures.stream().mapToDouble(this::score).average().orElseThrow();
  }

  /** Returns the mean score over the measures in one scenario. */
  double score(int scenario) {
    Figures its = figures.get(scenario);
    return AdaptiveContest.ALL.stream()
        .mapToDouble(measure -> measure.score(its))
        .filter(score -> !Double.isNaN(score))
        .average()
        .orElseThrow();
  }
}
