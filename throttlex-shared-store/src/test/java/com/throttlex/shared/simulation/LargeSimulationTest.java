package com.throttlex.shared.simulation;

import static com.throttlex.shared.simulation.Simulation.MILLI;
import static com.throttlex.shared.simulation.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests hundreds of nodes that share one busy key, and one busy node among idle ones. */
class LargeSimulationTest {
  private static final int NODES = 300;

  private static Simulation leased(int nodes, Algorithm algorithm, String rate) {
    Limit limit = Limit.of(algorithm, Rate.parse(rate));
    return new Simulation(
        new Scenario(1, nodes, 1, limit, Sync.LEASED, FailureMode.LOCAL, 1, false));
  }

  /** Sends three or four requests per millisecond to each node: a million per second to all. */
  private static void million(Simulation run, long nanos) {
    for (SimulatedNode node : run.nodes) {
      run.steady(node, 10, 3 * MILLI, nanos);
    }
    run.time.advance(nanos);
  }

  @Test
  void aMillionRequestsASecond_belowTheLimit_needACallForAHundred() {
    Simulation run = leased(NODES, Algorithm.TOKEN_BUCKET, "1200000/1s");
    million(run, SECOND / 2);
    long calls = run.calls();
    long requests = run.requests;
    long admitted = run.shared.get(0).total();
    million(run, SECOND);
    requests = run.requests - requests;
    assertThat(requests).isGreaterThan(990_000);
    assertThat(run.shared.get(0).total() - admitted).isGreaterThan(requests * 99 / 100);
    assertThat(run.calls() - calls).as("calls").isLessThan(requests / 100);
    assertBounded(run);
  }

  /** Without leases, the sliding counter would admit 438,000 in that second. */
  @ParameterizedTest
  @CsvSource({"TOKEN_BUCKET, 480000", "FIXED_WINDOW, 495000", "SLIDING_WINDOW_COUNTER, 415000"})
  void aMillionRequestsASecond_aboveTheLimit_getTheLimit(Algorithm algorithm, long least) {
    Simulation run = leased(NODES, algorithm, "500000/1s");
    million(run, SECOND);
    long admitted = run.shared.get(0).total();
    long calls = run.calls();
    long requests = run.requests;
    million(run, SECOND);
    assertThat(run.shared.get(0).total() - admitted).isGreaterThan(least);
    assertThat(run.calls() - calls).as("calls").isLessThan((run.requests - requests) / 40);
    assertBounded(run);
  }

  private static void assertBounded(Simulation run) {
    assertThat(run.failures).isEmpty();
    assertThat(run.degradedAnswers).isZero();
    for (long nanos : new long[] {MILLI, SECOND / 10, SECOND - 1}) {
      assertThat(run.shared.get(0).mostWithin(nanos))
          .as("admitted within %s ns", nanos)
          .isLessThanOrEqualTo(Bounds.most(run.scenario.limit(), nanos));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
  void busyNode_amongIdleOnes_getsNineTenthsOfTheLimit(Algorithm algorithm) {
    Simulation run = leased(10, algorithm, "10000/1s");
    for (SimulatedNode node : run.nodes) {
      run.steady(node, 2, MILLI, SECOND / 4);
    }
    run.time.advance(3 * SECOND);
    long admitted = run.shared.get(0).total();
    run.steady(run.nodes.get(0), 3, MILLI / 10, 5 * SECOND);
    run.time.advance(5 * SECOND);
    assertThat(run.shared.get(0).total() - admitted).isGreaterThan(45_000);
    assertBounded(run);
  }
}
