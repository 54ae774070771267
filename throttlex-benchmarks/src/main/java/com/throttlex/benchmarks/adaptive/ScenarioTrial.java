package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * A scenario with its requests, the same for every limiter.
 *
 * @param scenario the scenario
 * @param requests in the order of their arrival
 * @param bareP99 the 99th percentile of their times without waiting, in milliseconds
 */
record ScenarioTrial(Scenario scenario, List<Request> requests, double bareP99) {
  /**
   * A request.
   *
   * @param arrives its arrival, in nanoseconds from the start
   * @param priority its class
   * @param work the amount of work; the mean is 1
   */
  record Request(long arrives, RequestClass priority, double work) {}

  /** Creates the requests from a seed. */
  static ScenarioTrial of(Scenario scenario, long seed) {
    Dice dice = new Dice(seed);
    Phase[] phases = scenario.bySecond();
    List<Request> requests = new ArrayList<>();
    Times bare = new Times();
    double now = 0;
    while (true) {
      now += dice.exponential() / scenario.rate(now);
      if (now >= scenario.seconds()) {
        return new ScenarioTrial(scenario, requests, bare.millis(0.99));
      }
      Phase phase = phases[(int) now];
      RequestClass priority = RequestClass.of(dice.uniform());
      double work = dice.logNormal(phase.spread());
      requests.add(new Request((long) (now * Plant.SECOND), priority, work));
      bare.add(phase.nanos(work));
    }
  }

  /** Returns one trial for each scenario, with consecutive seeds. */
  static List<ScenarioTrial> of(List<Scenario> scenarios, long seed) {
    List<ScenarioTrial> trials = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      trials.add(of(scenario, seed + trials.size()));
    }
    return trials;
  }
}
