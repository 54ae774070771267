package com.throttlex.shared.simulation;

import static com.throttlex.shared.simulation.Simulation.MILLI;
import static com.throttlex.shared.simulation.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests a flapping store, which fails every few seconds for minutes, with far more demand than the
 * limit. The published bound: in any time, the nodes together admit what the algorithm allows, and
 * each node in addition its local share, however often the store fails.
 */
class FlappingStoreTest {
  private static final long MINUTE = 60 * SECOND;
  private static final String RATE = "120/1m";

  @ParameterizedTest
  @EnumSource
  void admitted_whileTheStoreFlaps_staysWithinTheBound(Algorithm algorithm) {
    runAll(algorithm, 0, 4);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("long")
  void admitted_whileTheStoreFlapsWithManySeeds_staysWithinTheBound(Algorithm algorithm) {
    runAll(algorithm, 100, 400);
  }

  private static void runAll(Algorithm algorithm, long from, long to) {
    Limit limit = Limit.of(algorithm, Rate.parse(RATE));
    for (long seed = from; seed < to; seed++) {
      int nodes = 1 + (int) (seed % 5);
      boolean leased = seed % 2 == 1;
      Sync sync = leased ? Sync.LEASED : Sync.STRICT;
      double demand = leased ? 3 : 0.4; // only what is asked for often is leased
      check(new Scenario(seed, nodes, 1, limit, sync, FailureMode.LOCAL, demand, seed % 3 == 0));
    }
  }

  private static void check(Scenario scenario) {
    Simulation run = new Simulation(scenario);
    Flaps flaps = new Flaps(run);
    flaps.start(3 * MINUTE);
    run.traffic(3 * MINUTE, scenario.demand());
    run.time.advance(3 * MINUTE + 10 * SECOND);

    assertThat(run.failures).isEmpty();
    assertThat(run.pending()).isZero();
    assertThat(flaps.count).as("flaps").isGreaterThan(25);
    assertThat(run.degraded.get(0).total()).as("admitted without the store").isPositive();
    assertThat(run.shared.get(0).total()).as("admitted by the store").isPositive();
    Admissions admitted = run.admitted(0);
    Limit share = scenario.limit().share(scenario.nodes());
    for (long nanos : new long[] {SECOND, 20 * SECOND, MINUTE - SECOND, 2 * MINUTE - SECOND}) {
      long around = nanos + SimulatedNode.MOST_WAIT;
      long most = Bounds.most(scenario.limit(), around);
      assertThat(admitted.mostWithin(nanos))
          .as("admitted within %s s, %s flaps: %s", nanos / SECOND, flaps.count, scenario)
          .isLessThanOrEqualTo(most + scenario.nodes() * Bounds.most(share, around));
    }
  }

  /**
   * The store is unavailable for one or two seconds and back for up to four, for all nodes or one.
   */
  private static final class Flaps {
    private final Simulation run;
    private long endsAt;
    int count;

    Flaps(Simulation run) {
      this.run = run;
    }

    void start(long nanos) {
      endsAt = run.time.nanos() + nanos;
      next();
    }

    private void next() {
      run.time.after(run.random.nextLong(1_500, 4_000) * MILLI, this::away);
    }

    private void away() {
      count++;
      SimulatedNode one = run.nodes.get(run.random.nextInt(run.nodes.size()));
      boolean all = run.random.nextBoolean();
      run.store.down = all;
      one.link.cut = !all;
      run.time.after(run.random.nextLong(800, 2_000) * MILLI, () -> back(one));
    }

    private void back(SimulatedNode one) {
      run.store.down = false;
      one.link.cut = false;
      if (run.time.nanos() < endsAt) {
        next();
      }
    }
  }
}
