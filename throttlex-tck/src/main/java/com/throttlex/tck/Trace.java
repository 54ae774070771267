package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A seeded random sequence of steps that a store and the models have to answer alike.
 *
 * <p>When they do not, the trace is cut after the first different answer; then every single step is
 * left out in turn, for as long as some answer still differs.
 *
 * @param seed what it was made from
 * @param mix what it is made of
 * @param steps what happens, one after the other
 */
record Trace(long seed, Mix mix, List<TraceStep> steps) {
  /** The system property with the one seed to play. */
  static final String SEED_PROPERTY = "throttlex.seed";

  /**
   * What a trace is made of.
   *
   * @param algorithms those of its limits
   * @param clockGoesBack whether it does; what a store may forget is then left out
   * @param classes whether its requests are of classes with shares of the limits
   * @param length how many steps
   */
  record Mix(List<Algorithm> algorithms, boolean clockGoesBack, boolean classes, int length) {
    Mix(List<Algorithm> algorithms, boolean clockGoesBack, int length) {
      this(algorithms, clockGoesBack, false, length);
    }
  }

  /** A step that was not answered as it should. */
  record Mismatch(int step, String expected, String actual) {}

  static Trace generate(long seed, Mix mix) {
    return new Trace(seed, mix, new TraceGenerator(seed, mix).generate());
  }

  /** Plays the trace, and fails with the shortest form of it that goes wrong. */
  void verify(Function<Trace, @Nullable Mismatch> play) {
    if (play.apply(this) != null) {
      Trace shortest = shrink(play);
      throw new AssertionError(shortest.report(play));
    }
  }

  Trace shrink(Function<Trace, @Nullable Mismatch> play) {
    Trace shortest = cut(play);
    Trace shorter = shortest.withoutTheIdle(play).cut(play);
    while (shorter.steps.size() < shortest.steps.size()) {
      shortest = shorter;
      shorter = shortest.withoutTheIdle(play).cut(play);
    }
    return shortest;
  }

  private Trace cut(Function<Trace, @Nullable Mismatch> play) {
    Mismatch mismatch = play.apply(this);
    return mismatch == null ? this : new Trace(seed, mix, steps.subList(0, mismatch.step + 1));
  }

  /** Leaves out every step without which some answer still differs. */
  private Trace withoutTheIdle(Function<Trace, @Nullable Mismatch> play) {
    Trace kept = this;
    for (int i = steps.size() - 1; i >= 0; i--) {
      List<TraceStep> fewer = new ArrayList<>(kept.steps);
      fewer.remove(i);
      Trace candidate = new Trace(seed, mix, fewer);
      kept = play.apply(candidate) == null ? kept : candidate;
    }
    return kept;
  }

  private String report(Function<Trace, @Nullable Mismatch> play) {
    StringBuilder report =
        new StringBuilder("seed " + seed + " of " + mix + ", " + steps.size() + " steps:");
    for (TraceStep step : steps) {
      report.append("\n  ").append(step);
    }
    Mismatch mismatch = play.apply(this);
    report.append(
        mismatch == null
            ? "\n(different answers each time it is played)"
            : "\nexpected: " + mismatch.expected + "\n but was: " + mismatch.actual);
    return report.append("\nrepeat with: -D" + SEED_PROPERTY + "=" + seed).toString();
  }
}
