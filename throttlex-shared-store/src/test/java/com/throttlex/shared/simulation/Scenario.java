package com.throttlex.shared.simulation;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * The parameters of a run; everything else follows from the seed.
 *
 * @param demand the demand of all nodes together, in multiples of the limit
 * @param bursts whether requests come in bursts above that, with pauses in between
 */
record Scenario(
    long seed,
    int nodes,
    int keys,
    Limit limit,
    Sync sync,
    FailureMode mode,
    double demand,
    boolean bursts) {
  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  private static final List<FailureMode> MODES = List.of(FailureMode.LOCAL, FailureMode.DENY);

  /** Returns the scenario of a seed; seeds in a row go through all algorithms and modes. */
  static Scenario of(long seed) {
    Random random = new Random(seed);
    int number = (int) (seed % 28);
    Algorithm algorithm = ALGORITHMS.get(number % 7);
    Rate rate = Rate.of(random.nextLong(100, 2000), Duration.ofSeconds(1));
    if (algorithm.hasBurst() && random.nextBoolean()) {
      rate = rate.withBurst(random.nextLong(20, 3000));
    }
    return new Scenario(
        seed,
        random.nextInt(2, 7),
        random.nextInt(1, 3),
        Limit.of(algorithm, rate),
        number < 14 ? Sync.LEASED : Sync.STRICT,
        MODES.get(number / 7 % 2),
        random.nextDouble(0.5, 3),
        random.nextBoolean());
  }

  Terms terms() {
    return new Terms(false, 0, sync, mode);
  }
}
