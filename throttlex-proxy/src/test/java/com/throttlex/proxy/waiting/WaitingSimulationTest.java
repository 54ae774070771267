package com.throttlex.proxy.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.proxy.waiting.WaitingSimulation.Fate;
import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fairness contract of {@link HeldRequests} over many random runs. */
class WaitingSimulationTest {
  private static final int SEEDS = 12;

  static Stream<Arguments> runs() {
    return Stream.of(Algorithm.values())
        .flatMap(
            algorithm ->
                IntStream.range(0, SEEDS)
                    .mapToObj(
                        seed -> Arguments.of(algorithm, (long) seed, seed % 2 == 1, seed % 4 > 1)));
  }

  @ParameterizedTest(name = "{0} seed {1}, slow {2}, two rules {3}")
  @MethodSource("runs")
  void randomTraffic_keepsTheContract(
      Algorithm algorithm, long seed, boolean slow, boolean twoRules) {
    WaitingSimulation run = new WaitingSimulation(seed, algorithm, slow, twoRules);
    run.run();

    assertThat(run.fates).allMatch(fate -> fate.endedAt >= 0, "has ended");
    assertThat(run.mostWaiting).isPositive().isLessThanOrEqualTo(WaitingSimulation.MOST_WAITING);
    assertThat(run.held.waiting()).isZero();
    assertThat(run.held).hasToString("0 requests wait for 0 keys, 0 reservations");
    assertThat(run.loop.timers()).isZero();
    assertOrderOfEachUser(run);
    assertNobodyWaitsTooLong(run);
    assertWithinTheLimit(run);
  }

  /** A slow store may answer requests out of order that arrive at about the same time. */
  private static void assertOrderOfEachUser(WaitingSimulation run) {
    long together = run.slow ? SlowStore.MOST_NANOS : 0;
    for (int i = 0; i < run.admitted.size(); i++) {
      Fate later = run.admitted.get(i);
      assertThat(run.admitted.subList(0, i))
          .filteredOn(fate -> fate.user.equals(later.user))
          .as("admitted before %d", later.number)
          .allMatch(
              fate -> fate.number < later.number || fate.arrivedAt < later.arrivedAt + together);
    }
  }

  private static void assertNobodyWaitsTooLong(WaitingSimulation run) {
    assertThat(run.fates)
        .allMatch(
            fate -> fate.endedAt - fate.arrivedAt <= Duration.ofMillis(3_020).toNanos(),
            "waits for at most the longest wait, and a few answers of a slow store");
  }

  private static void assertWithinTheLimit(WaitingSimulation run) {
    if (run.algorithm == Algorithm.CONCURRENCY) {
      assertThat((long) run.mostInFlight).isLessThanOrEqualTo(run.amount);
      return;
    }
    // Two full windows meet, or a bucket is full first; a log never exceeds the amount.
    boolean strict = run.algorithm == Algorithm.SLIDING_WINDOW_LOG && !run.slow;
    long most = strict ? run.amount : 2 * run.amount + (run.slow ? 1 : 0);
    for (Fate first : run.admitted) {
      long end = first.endedAt + run.period.toNanos();
      long units =
          run.admitted.stream()
              .filter(fate -> fate.user.equals(first.user))
              .filter(fate -> fate.endedAt >= first.endedAt && fate.endedAt < end)
              .mapToLong(fate -> fate.cost)
              .sum();
      assertThat(units).isLessThanOrEqualTo(most);
    }
  }

  @ParameterizedTest(name = "{0} seed {1}, two rules {3}")
  @MethodSource("runs")
  void firstOfALine_atEveryMoment_doesNotFit(
      Algorithm algorithm, long seed, boolean slow, boolean twoRules) {
    WaitingSimulation run = new WaitingSimulation(seed, algorithm, false, twoRules);
    run.watch(
        () -> {
          Map<String, Fate> first = new HashMap<>();
          run.fates.stream()
              .filter(fate -> !fate.answer.isDone())
              .forEach(fate -> first.putIfAbsent(fate.user, fate));
          assertThat(first.values())
              .as("nobody waits for units that are there")
              .noneMatch(fate -> run.engine.explain(request(fate)).decision().allowed());
        });
    run.run();

    assertThat(run.admitted).isNotEmpty();
  }

  private static RequestContext request(Fate fate) {
    return RequestContext.builder().user(fate.user).cost(fate.cost).build();
  }
}
