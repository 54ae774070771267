package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * A scenario with all that chance has to do with it.
 *
 * @param scenario what happens
 * @param seed what requests come, and how much work they are
 * @param bareP99 the 99th percentile of the times that they would take if none had to wait
 */
record Trial(Scenario scenario, long seed, double bareP99) {
  static List<Trial> of(List<Scenario> scenarios, long seed) {
    List<Trial> trials = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      long own = seed + trials.size();
      trials.add(new Trial(scenario, own, Plant.bareP99(scenario, own)));
    }
    return trials;
  }
}
