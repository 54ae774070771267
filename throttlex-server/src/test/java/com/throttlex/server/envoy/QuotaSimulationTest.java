package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published bound of quota assignments, with modelled proxies.
 *
 * <p>With a reporting interval of a second, units are assigned at most 2.5 s after their charge,
 * and live 2 s. A message takes at most half a second.
 */
class QuotaSimulationTest {
  private static final Duration LATENESS = Duration.ofSeconds(5);

  private static Rule rule(Algorithm algorithm, String limit) {
    return Rule.builder("all").key("service").limits(limit).algorithm(algorithm).build();
  }

  /** Asserts that no window has more than a bucket admits within it and the lateness. */
  private static void assertBound(QuotaSimulation simulation, long burst, long perSecond) {
    assertBound(simulation, burst, perSecond, LATENESS);
  }

  private static void assertBound(
      QuotaSimulation simulation, long burst, long perSecond, Duration lateness) {
    int proxies = simulation.proxies.size();
    for (int millis : new int[] {10, 100, 1_000, 3_000, 10_000}) {
      double seconds = (millis + lateness.toMillis()) / 1e3;
      assertThat(simulation.mostWithin(Duration.ofMillis(millis)))
          .as("admitted within %s ms", millis)
          .isLessThanOrEqualTo((long) (burst + perSecond * seconds))
          .isLessThanOrEqualTo((long) (burst * (proxies + 1) + perSecond * (millis + 500) / 1e3));
    }
    long seconds = simulation.history.size() / 100;
    assertThat(simulation.mostWithin(Duration.ofSeconds(seconds)))
        .as("admitted in all, without lateness")
        .isLessThanOrEqualTo(burst + perSecond * (seconds + 1));
  }

  @ParameterizedTest
  @CsvSource({"10, 2, 1", "1000, 2, 1", "1000, 2, 2", "50000, 2, 2", "10000, 200, 3"})
  void limit_underThreeTimesItsLoad_holdsAndIsUsed(int perSecond, int proxies, int nodes) {
    QuotaSimulation simulation =
        new QuotaSimulation(7).nodes(nodes, rule(Algorithm.TOKEN_BUCKET, perSecond + "/1s"));
    for (int i = 0; i < proxies; i++) {
      simulation.proxy(3.0 * perSecond / proxies * (i % 2 == 0 ? 1.5 : 0.5));
    }
    simulation.run(Duration.ofSeconds(20));
    assertBound(simulation, perSecond, perSecond);
    assertThat(simulation.lately(Duration.ofSeconds(10))).isGreaterThan(8L * perSecond);
  }

  @Test
  void load_belowTheLimit_isNotDeniedAndNeedsTwoMessagesASecond() {
    QuotaSimulation simulation =
        new QuotaSimulation(7).nodes(2, rule(Algorithm.TOKEN_BUCKET, "20000/1s"));
    simulation.proxy(9_000);
    simulation.proxy(1_000);
    simulation.run(Duration.ofSeconds(10));
    long denied = simulation.proxies.stream().mapToLong(proxy -> proxy.allDenied).sum();
    simulation.messages = 0;
    simulation.run(Duration.ofSeconds(20));
    assertThat(simulation.proxies.stream().mapToLong(proxy -> proxy.allDenied).sum())
        .isEqualTo(denied);
    assertThat(simulation.lately(Duration.ofSeconds(20))).isBetween(199_000L, 201_000L);
    assertThat(simulation.messages).isLessThanOrEqualTo(2 * 2 * 21);
  }

  /** As Envoy 1.40 reports: every 5 s, whatever its configuration says. */
  @ParameterizedTest
  @CsvSource({"100, 3", "1000, 3", "10000, 0.9", "50000, 3"})
  void reportsOfEveryFiveSeconds_keepTheBound_andUseTheLimit(int perSecond, double load) {
    QuotaSimulation simulation =
        new QuotaSimulation(7).nodes(2, rule(Algorithm.TOKEN_BUCKET, perSecond + "/1s"));
    for (int i = 0; i < 4; i++) {
      simulation.proxy(load * perSecond / 4 * (i % 2 == 0 ? 1.5 : 0.5)).interval =
          5_000 * QuotaSimulation.MILLI;
    }
    simulation.run(Duration.ofSeconds(60));
    assertBound(simulation, perSecond, perSecond, Duration.ofSeconds(21));
    assertThat(simulation.lately(Duration.ofSeconds(30)))
        .isGreaterThan((long) (0.7 * Math.min(1, load) * 30 * perSecond));
  }

  @Test
  void shares_moveWithTheLoad_withinTwoReports() {
    QuotaSimulation simulation =
        new QuotaSimulation(7).nodes(1, rule(Algorithm.TOKEN_BUCKET, "1000/1s"));
    ModelledProxy busy = simulation.proxy(3_000);
    ModelledProxy quiet = simulation.proxy(50);
    simulation.run(Duration.ofSeconds(20));
    assertThat(busy.allAdmitted).isGreaterThan(16_000);
    assertThat(quiet.allAdmitted).isGreaterThan(900);
    busy.perSecond = 50;
    quiet.perSecond = 3_000;
    simulation.run(Duration.ofSeconds(2));
    long before = quiet.allAdmitted;
    simulation.run(Duration.ofSeconds(4));
    assertThat(quiet.allAdmitted - before).isGreaterThan(3_400);
    assertBound(simulation, 1_000, 1_000);
  }

  @Test
  void equalLoads_getEqualShares_onOneNode() {
    QuotaSimulation simulation =
        new QuotaSimulation(7).nodes(1, rule(Algorithm.TOKEN_BUCKET, "10000/1s"));
    for (int i = 0; i < 20; i++) {
      simulation.proxy(i < 10 ? 2_000 : 200); // the quiet ones get all, the busy ones the rest
    }
    simulation.run(Duration.ofSeconds(30));
    for (int i = 0; i < 20; i++) {
      assertThat(simulation.proxies.get(i).allAdmitted / 30)
          .as("proxy %s", i)
          .isBetween(i < 10 ? 600L : 120L, i < 10 ? 1000L : 200L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FIXED_WINDOW", "SLIDING_WINDOW_COUNTER", "SLIDING_WINDOW_LOG", "GCRA"})
  void everyAlgorithm_keepsItsBound(Algorithm algorithm) {
    QuotaSimulation simulation = new QuotaSimulation(3).nodes(2, rule(algorithm, "600/10s"));
    for (int i = 0; i < 6; i++) {
      simulation.proxy(60);
    }
    simulation.run(Duration.ofSeconds(60));
    long most = simulation.mostWithin(Duration.ofSeconds(10));
    boolean exact = algorithm == Algorithm.SLIDING_WINDOW_LOG;
    assertThat(most).isLessThanOrEqualTo(exact ? 2 * 600 : 3 * 600);
    assertThat(simulation.mostWithin(Duration.ofSeconds(60))).isBetween(2_500L, 7L * 600 + 600);
  }

  @Test
  void loweredRule_holdsAtOnce() {
    QuotaSimulation simulation =
        new QuotaSimulation(5).nodes(1, rule(Algorithm.TOKEN_BUCKET, "1000/1s"));
    simulation.proxy(2_000);
    simulation.proxy(2_000);
    simulation.run(Duration.ofSeconds(10));
    simulation.nodes.get(0).throttlex.rules(RuleBook.of(rule(Algorithm.TOKEN_BUCKET, "100/1s")));
    simulation.run(Duration.ofSeconds(1));
    simulation.run(Duration.ofSeconds(5));
    assertThat(simulation.lately(Duration.ofSeconds(5))).isLessThanOrEqualTo(100 + 100 * 6);
  }

  @Test
  void bound_withCrashesAndLostStreams_holds() {
    disturbed(11, 100, Duration.ofSeconds(30));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void hundredsOfProxies_withLossesAndCrashes_keepTheBound(long seed) {
    disturbed(seed, 200, Duration.ofMinutes(1));
  }

  private static void disturbed(long seed, int proxies, Duration time) {
    QuotaSimulation simulation =
        new QuotaSimulation(seed).nodes(3, rule(Algorithm.TOKEN_BUCKET, "2000/1s"));
    simulation.mostDelay = 200 * QuotaSimulation.MILLI;
    Random random = new Random(seed);
    for (int i = 0; i < proxies; i++) {
      simulation.proxy(random.nextInt(1, 12_000 / proxies));
    }
    for (long second = 0; second < time.toSeconds(); second++) {
      simulation.run(Duration.ofSeconds(1));
      disturb(simulation, random);
    }
    assertBound(simulation, 2_000, 2_000);
    assertThat(simulation.mostWithin(time)).isGreaterThan(500 * time.toSeconds());
  }

  private static void disturb(QuotaSimulation simulation, Random random) {
    for (ModelledProxy proxy : List.copyOf(simulation.proxies)) {
      switch (random.nextInt(60)) {
        case 0 -> simulation.cut(proxy);
        case 1 -> {
          simulation.crash(proxy);
          simulation.proxy(proxy.perSecond);
        }
        case 2 -> proxy.perSecond = random.nextInt(1, 200);
        default -> {}
      }
    }
    QuotaSimulation.Node node = simulation.nodes.get(random.nextInt(3));
    if (!node.up) {
      node.restart();
    } else if (random.nextInt(4) == 0) {
      node.crash();
    }
  }
}
