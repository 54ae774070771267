package com.throttlex.shared.simulation;

import static com.throttlex.shared.simulation.Simulation.MILLI;
import static com.throttlex.shared.simulation.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.FailureMode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the published bounds hold over many seeds, with any faults. */
class SimulationTest {
  private static final long FAULTY = 4 * SECOND;
  private static final long QUIET = 12 * SECOND;
  private static final long AFTERWARDS = 3 * SECOND;

  @Test
  void bounds_overManySeeds_holdAndTheSystemRecovers() {
    runAll(0, 196, 80);
  }

  @Test
  @Tag("long")
  void bounds_overVeryManySeeds_holdAndTheSystemRecovers() {
    runAll(1000, 6000, 75);
  }

  /**
   * Runs all seeds.
   *
   * @param percent the part of the limit that must be admitted after all faults have ended
   */
  private static void runAll(long from, long to, int percent) {
    long requests = 0;
    long leased = 0;
    for (long seed = from; seed < to; seed++) {
      Simulation run = run(seed, percent);
      requests += run.requests;
      leased += run.calls() * 2 < run.requests ? 1 : 0;
    }
    assertThat(requests).isGreaterThan(1000 * (to - from));
    assertThat(leased).as("runs in which most decisions were local").isGreaterThan((to - from) / 5);
  }

  private static Simulation run(long seed, int percent) {
    Simulation run = new Simulation(Scenario.of(seed));
    Faults faults = new Faults(run);
    List<String> plan = faults.plan(FAULTY);
    String what = run.scenario + " " + plan;
    run.traffic(FAULTY, run.scenario.demand());
    run.time.advance(FAULTY);
    faults.end();
    run.time.advance(QUIET);
    assertAnswered(run, what);
    assertRecovers(run, percent, what);
    for (int key = 0; key < run.keys.size(); key++) {
      assertShared(run, key, what);
      assertDegraded(run, key, what);
      assertTogether(run, key, what);
    }
    return run;
  }

  private static void assertAnswered(Simulation run, String what) {
    assertThat(run.failures).as(what).isEmpty();
    assertThat(run.pending()).as("requests without an answer: " + what).isZero();
    assertThat(run.slowest).as(what).isLessThanOrEqualTo(SimulatedNode.MOST_WAIT);
  }

  private static void assertRecovers(Simulation run, int percent, String what) {
    long before = total(run);
    long degradedBefore = run.degradedAnswers;
    run.stream(AFTERWARDS, 2);
    run.time.advance(AFTERWARDS + SECOND);
    long limit = run.scenario.limit().rate().amount() * run.keys.size() * AFTERWARDS / SECOND;
    assertThat(run.degradedAnswers)
        .as("degraded after recovery: " + what)
        .isEqualTo(degradedBefore);
    assertThat(total(run) - before)
        .as("admitted after recovery: " + what)
        .isGreaterThan(limit * percent / 100);
  }

  private static long total(Simulation run) {
    return run.shared.stream().mapToLong(Admissions::total).sum();
  }

  /**
   * Checks the bound of the shared store: at any time at most the algorithm's bound, plus what
   * clock steps and a failover allow. If the clock stepped, the time of a decision is known only up
   * to a message's delay.
   */
  private static void assertShared(Simulation run, int key, String what) {
    Limit limit = run.scenario.limit();
    Admissions admitted = run.shared.get(key);
    long lost = run.store.lost(run.keys.get(key).text(), limit.capacity());
    long extra = lost + Bounds.stepped(limit, run.store.forwardSteps, run.store.forwardNanos);
    long delay = run.store.hasStepped() ? Link.MOST_DELAY : 0;
    for (long nanos :
        new long[] {0, MILLI, SECOND / 10, SECOND / 2, SECOND - delay - 1, 3 * SECOND}) {
      assertThat(admitted.mostWithin(nanos))
          .as("admitted within %s ns: %s", nanos, what)
          .isLessThanOrEqualTo(Bounds.most(limit, nanos + delay) + extra);
    }
    if (limit instanceof Meter && !(limit instanceof Bucket) && !run.store.hasStepped()) {
      assertThat(admitted.mostInWindow(SECOND))
          .as("admitted in a window: %s", what)
          .isLessThanOrEqualTo(limit.capacity() + lost);
    }
  }

  /** Checks the bound in fallback: nothing with deny, and the local shares with local. */
  private static void assertDegraded(Simulation run, int key, String what) {
    Admissions admitted = run.degraded.get(key);
    if (run.scenario.mode() == FailureMode.DENY) {
      assertThat(admitted.total()).as("admitted in mode deny: " + what).isZero();
      return;
    }
    long charged = run.nodes.stream().mapToLong(node -> node.reconciled).sum();
    assertThat(admitted.total())
        .as("admitted in mode local: " + what)
        .isLessThanOrEqualTo(shares(run, admitted.span() + SimulatedNode.MOST_WAIT) + charged);
  }

  /** Checks the bound of all admissions: those of the store plus the local shares. */
  private static void assertTogether(Simulation run, int key, String what) {
    Limit limit = run.scenario.limit();
    Admissions admitted = run.admitted(key);
    long extra =
        run.store.lost(run.keys.get(key).text(), limit.capacity())
            + Bounds.stepped(limit, run.store.forwardSteps, run.store.forwardNanos);
    for (long nanos : new long[] {SECOND / 2, SECOND * 9 / 10, 3 * SECOND}) {
      long around = nanos + SimulatedNode.MOST_WAIT;
      assertThat(admitted.mostWithin(nanos))
          .as("admitted by all within %s ns: %s", nanos, what)
          .isLessThanOrEqualTo(Bounds.most(limit, around) + extra + shares(run, around));
    }
  }

  /** Returns the most units of the local shares in that time, with full counters in each life. */
  private static long shares(Simulation run, long nanos) {
    Limit share = run.scenario.limit().share(run.nodes.size());
    long most = 0;
    for (SimulatedNode node : run.nodes) {
      most +=
          Bounds.most(share, nanos)
              + Bounds.stepped(share, node.forwardSteps, node.forwardNanos)
              + (node.lives - 1) * share.capacity();
    }
    return most;
  }
}
