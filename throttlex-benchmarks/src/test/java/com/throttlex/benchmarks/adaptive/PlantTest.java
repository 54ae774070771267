package com.throttlex.benchmarks.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlantTest {
  private static final long SEED = 7;

  private static ScenarioTrial trial(String name) {
    return ScenarioTrial.of(
        Scenario.ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow(),
        SEED);
  }

  private static Figures figures(ScenarioRun course) {
    return Figures.of(course, 0);
  }

  @Test
  void requests_inEveryScenarioWithEveryLimiter_areAllAccountedFor() {
    for (ScenarioTrial trial : ScenarioTrial.of(Scenario.ALL, SEED)) {
      for (AdaptiveContender contender : AdaptiveBench.contenders()) {
        Limiter limiter = contender.settings().get(0).limiter().get();
        ScenarioRun course = Plant.run(trial, limiter);
        long ended = 0;
        for (RequestEnd outcome : RequestEnd.values()) {
          ended += course.ended(outcome);
        }
        assertThat(course.refused() + ended + course.left())
            .as("%s, %s", trial.scenario().name(), contender.name())
            .isEqualTo(course.arrivals());
        assertThat(course.latencies.size()).isEqualTo((int) ended);
      }
    }
  }

  @Test
  void arrivals_withDifferentLimiters_areTheSame() {
    ScenarioTrial burst = trial("burst");
    ScenarioRun open = Plant.run(burst, new Unlimited());
    ScenarioRun closed = Plant.run(burst, new StaticLimit(1));
    assertThat(closed.arrived).isEqualTo(open.arrived);
    assertThat(closed.arrivedBy).isEqualTo(open.arrivedBy);
  }

  @Test
  void plant_withoutLimitAtTwiceItsCapacity_collapses() {
    ScenarioRun course = Plant.run(trial("overload"), new Unlimited());
    assertThat(figures(course).goodput()).isLessThan(0.05);
    assertThat(course.ended(RequestEnd.DROPPED)).isGreaterThan(80_000);
  }

  @Test
  void plant_withoutLimitAtSixtyPercent_answersAll() {
    ScenarioRun course = Plant.run(trial("steady"), new Unlimited());
    assertThat(figures(course).goodput()).isGreaterThan(0.99);
    assertThat(course.ended(RequestEnd.DROPPED)).isZero();
  }

  @Test
  void plant_withItsOwnNumberAsLimit_doesWhatItCan() {
    ScenarioRun course = Plant.run(trial("overload"), new StaticLimit(Plant.WORKERS));
    assertThat(figures(course).goodput()).isBetween(0.95, 1.01);
    assertThat(figures(course).p99()).isLessThan(150);
  }

  @Test
  void plant_whileItHangs_failsEverythingAfterOneSecond() {
    Phase hanging = Phase.healthy(10, 0.01).hanging();
    Scenario scenario = new Scenario("hang", "Hang", "It hangs.", List.of(hanging), 0);
    ScenarioRun course = Plant.run(ScenarioTrial.of(scenario, SEED), new Unlimited());
    assertThat(course.ended(RequestEnd.USEFUL) + course.ended(RequestEnd.DROPPED)).isZero();
    assertThat(course.ended(RequestEnd.FAILED)).isPositive();
    assertThat(course.latencies.millis(0.01)).isEqualTo(1_000);
    assertThat(course.latencies.millis(1)).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1.5})
  void work_ofAnySpread_takesAsLongOnAverage(double spread) {
    Dice dice = new Dice(SEED);
    double sum = 0;
    for (int i = 0; i < 1_000_000; i++) {
      sum += dice.logNormal(spread);
    }
    assertThat(sum / 1_000_000).isBetween(0.99, 1.01);
  }
}
