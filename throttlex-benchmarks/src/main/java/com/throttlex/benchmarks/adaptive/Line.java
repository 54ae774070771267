package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * What a limiter made of all scenarios.
 *
 * @param contender whose it is
 * @param setting the one that it ran with
 * @param courses one for each scenario
 * @param figures of each of them
 */
record Line(Contender contender, String setting, List<Course> courses, List<Figures> figures) {
  /** Runs all scenarios. */
  static Line run(Contender contender, Contender.Setting setting, List<Trial> trials) {
    List<Course> courses = new ArrayList<>();
    List<Figures> figures = new ArrayList<>();
    for (Trial trial : trials) {
      Course course = Plant.run(trial.scenario(), trial.seed(), setting.limiter().get());
      courses.add(course);
      figures.add(Figures.of(course, trial.bareP99()));
    }
    return new Line(contender, setting.text(), courses, figures);
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
