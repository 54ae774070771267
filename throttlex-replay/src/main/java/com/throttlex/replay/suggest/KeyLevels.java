package com.throttlex.replay.suggest;

import com.throttlex.algorithm.Rate;
import java.util.List;

/** The units that one key has in use in the buckets of several limits, if nothing is denied. */
final class KeyLevels {
  private final double[] perNano;
  private final double[] level;
  private final double[] most;
  private long last;

  KeyLevels(List<Rate> limits) {
    perNano = limits.stream().mapToDouble(r -> (double) r.amount() / r.period().nanos()).toArray();
    level = new double[perNano.length];
    most = new double[perNano.length];
  }

  /** Counts a request. */
  void add(long nanos) {
    double passed = Math.max(0, nanos - last);
    for (int i = 0; i < level.length; i++) {
      level[i] = Math.max(0, level[i] - passed * perNano[i]) + 1;
      most[i] = Math.max(most[i], level[i]);
    }
    last = Math.max(last, nanos);
  }

  /** Returns the most units in use under a limit, rounded up. */
  int most(int limit) {
    return (int) Math.ceil(most[limit] - 1e-6);
  }
}
