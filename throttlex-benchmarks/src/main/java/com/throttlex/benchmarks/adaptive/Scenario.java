package com.throttlex.benchmarks.adaptive;

import java.util.Collections;
import java.util.List;

/**
 * A scenario: load and disturbances of the simulated server.
 *
 * @param name the name of its plot
 * @param title a short title
 * @param text its description, in a sentence
 * @param phases the phases, in order
 * @param disturbed the number of phases until the disturbance ends; 0 for none
 */
record Scenario(String name, String title, String text, List<Phase> phases, int disturbed) {
  static final List<Scenario> ALL =
      List.of(
          new Scenario(
              "steady",
              "Steady load",
              "60 % of the capacity, all the time.",
              List.of(Phase.healthy(90, 0.6)),
              0),
          new Scenario(
              "overload",
              "Constant overload",
              "Twice the capacity, all the time.",
              List.of(Phase.healthy(90, 2)),
              0),
          new Scenario(
              "burst",
              "Burst",
              "60 % of the capacity, and five times that for ten seconds.",
              List.of(Phase.healthy(30, 0.6), Phase.healthy(10, 3), Phase.healthy(60, 0.6)),
              2),
          new Scenario(
              "capacity-drop",
              "Capacity drop",
              "80 % of the capacity; for thirty seconds only 40 % of the workers are available.",
              List.of(
                  Phase.healthy(30, 0.8),
                  Phase.healthy(30, 0.8).workers(Plant.WORKERS * 2 / 5),
                  Phase.healthy(60, 0.8)),
              2),
          new Scenario(
              "slow-downstream",
              "Slow downstream",
              "60 % of the capacity; for thirty seconds all work takes four times as long.",
              List.of(
                  Phase.healthy(30, 0.6), Phase.healthy(30, 0.6).slower(4), Phase.healthy(60, 0.6)),
              2),
          new Scenario(
              "noisy",
              "Noisy latency",
              "60 % of the capacity, and times of work with a heavy tail; there is no disturbance.",
              List.of(Phase.healthy(90, 0.6).noisy(1.5)),
              0),
          new Scenario(
              "stable-timeout",
              "Stable timeout",
              "60 % of the capacity; for twenty seconds every request fails after exactly one second.",
              List.of(
                  Phase.healthy(30, 0.6), Phase.healthy(20, 0.6).hanging(), Phase.healthy(70, 0.6)),
              2),
          new Scenario(
              "growth",
              "Grown server",
              "60 % of the capacity; after half a minute, twice the workers and 160 % of the load.",
              List.of(Phase.healthy(30, 0.6), Phase.healthy(60, 1.6).workers(2 * Plant.WORKERS)),
              1),
          new Scenario(
              "ramp",
              "Slow ramp",
              "From 20 % to 200 % of the capacity within fifty seconds, and after twenty seconds back again.",
              List.of(
                  Phase.healthy(50, 0.2).to(2),
                  Phase.healthy(20, 2),
                  Phase.healthy(28, 2).to(1),
                  Phase.healthy(22, 1).to(0.2)),
              3));

  int seconds() {
    return phases.stream().mapToInt(Phase::seconds).sum();
  }

  /** Returns when the disturbance ends, in seconds from the start; 0 without one. */
  int calmFrom() {
    return phases.stream().limit(disturbed).mapToInt(Phase::seconds).sum();
  }

  /** The phase of each second. */
  Phase[] bySecond() {
    return phases.stream()
        .flatMap(phase -> Collections.nCopies(phase.seconds(), phase).stream())
        .toArray(Phase[]::new);
  }

  /** Returns the arrivals per second at a time. */
  double rate(double second) {
    double left = second;
    for (Phase phase : phases) {
      if (left < phase.seconds()) {
        return phase.rate(left);
      }
      left -= phase.seconds();
    }
    return phases.get(phases.size() - 1).to() * Plant.RATE;
  }
}
