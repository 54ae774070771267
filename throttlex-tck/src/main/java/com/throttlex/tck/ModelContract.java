package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of models: a store answers random traces like the reference models. */
interface ModelContract extends StoreFixture {
  @Test
  default void answers_onRandomTracesOfEachAlgorithm_equalTheModel() {
    for (Algorithm algorithm : Algorithm.values()) {
      verify(new Trace.Mix(List.of(algorithm), false, 60), traces());
    }
  }

  @Test
  default void answers_whenLimitsChangeTheirAlgorithm_equalTheModel() {
    verify(new Trace.Mix(List.of(Algorithm.values()), false, 60), 3 * traces());
  }

  @Test
  default void answers_whenTheClockGoesBack_equalTheModel() {
    for (Algorithm algorithm : Algorithm.values()) {
      verify(new Trace.Mix(List.of(algorithm), true, 60), traces());
    }
  }

  @Test
  default void answers_whenTheClockGoesBackAndAlgorithmsChange_equalTheModel() {
    verify(new Trace.Mix(List.of(Algorithm.values()), true, 60), 2 * traces());
  }

  @Test
  default void answers_toClassesWithShares_equalTheModel() {
    int some = 2 + traces() / 4;
    for (Algorithm algorithm : Algorithm.values()) {
      verify(new Trace.Mix(List.of(algorithm), false, true, 60), some);
    }
    verify(new Trace.Mix(List.of(Algorithm.values()), false, true, 60), some);
  }

  @Test
  @Tag("long")
  default void answers_onManyLongTraces_equalTheModel() {
    for (Algorithm algorithm : Algorithm.values()) {
      verify(new Trace.Mix(List.of(algorithm), false, 300), 8 * traces());
    }
    verify(new Trace.Mix(List.of(Algorithm.values()), false, 300), 15 * traces());
    verify(new Trace.Mix(List.of(Algorithm.values()), false, true, 300), 15 * traces());
  }

  @Test
  @Tag("long")
  default void answers_onManyLongTracesWhenTheClockGoesBack_equalTheModel() {
    verify(new Trace.Mix(List.of(Algorithm.values()), true, 300), 15 * traces());
  }

  private void verify(Trace.Mix mix, int traces) {
    for (int seed : seeds(traces)) {
      Trace.generate(seed, mix).verify(trace -> TracePlayer.play(trace, this::open));
    }
  }

  /** Returns the seeds from 0 on, or the one that {@code -Dthrottlex.seed} repeats. */
  private static int[] seeds(int traces) {
    Integer repeated = Integer.getInteger(Trace.SEED_PROPERTY);
    return repeated == null ? IntStream.range(0, traces).toArray() : new int[] {repeated};
  }
}
