package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * What a limiter made of all scenarios.
 *
 * @param contender whose it is
 * @param setting the one that it ran with
 * @param courses one for each scenario, with the first seed
 * @param figures of each scenario, the mean over all seeds
 * @param bySeed the mean over all measures and scenarios, with each seed
 */
record Line(
    Contender contender,
    Contender.Setting setting,
    List<ScenarioRun> courses,
    List<Figures> figures,
    List<Double> bySeed) {
  /** Runs all scenarios with each seed. */
  static Line run(Contender contender, Contender.Setting setting, List<List<Trial>> seeds) {
    List<Line> lines = seeds.stream().map(trials -> once(contender, setting, trials)).toList();
    List<Figures> figures = new ArrayList<>();
    for (int i = 0; i < seeds.get(0).size(); i++) {
      int scenario = i;
      figures.add(Figures.mean(lines.stream().map(line -> line.figures.get(scenario)).toList()));
    }
    List<Double> bySeed = lines.stream().map(line -> line.score(Contest.ALL)).toList();
    return new Line(contender, setting, lines.get(0).courses, figures, bySeed);
  }

  private static Line once(Contender contender, Contender.Setting setting, List<Trial> trials) {
    List<ScenarioRun> courses = new ArrayList<>();
    List<Figures> figures = new ArrayList<>();
    for (Trial trial : trials) {
      ScenarioRun course = Plant.run(trial, setting.limiter().get());
      courses.add(course);
      figures.add(Figures.of(course, trial.bareP99()));
    }
    return new Line(contender, setting, courses, figures, List.of());
  }

  /** Its mean worth by a measure, over the scenarios that have it. */
  double score(Measure measure) {
    return figures.stream()
        .mapToDouble(measure::score)
        .filter(score -> !Double.isNaN(score))
        .average()
        .orElseThrow();
  }

  /** The mean over the measures. */
  double score(List<Measure> measures) {
    return measures.stream().mapToDouble(this::score).average().orElseThrow();
  }

  /** The mean over the measures in one scenario. */
  double score(int scenario) {
    Figures its = figures.get(scenario);
    return Contest.ALL.stream()
        .mapToDouble(measure -> measure.score(its))
        .filter(score -> !Double.isNaN(score))
        .average()
        .orElseThrow();
  }
}
