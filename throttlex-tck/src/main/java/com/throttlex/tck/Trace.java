package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A seeded random sequence of steps that a store and the models must answer equally.
 *
 * <p>If they do not, the trace is cut after the first different answer. Then each single step is
 * left out in turn, as long as some answer still differs.
 *
 * @param seed the seed of the random numbers
 * @param mix the kinds of steps
 * @param steps the steps, in order
 */
record Trace(long seed, Mix mix, List<TraceStep> steps) {
  /** The system property with the one seed to play. */
  static final String SEED_PROPERTY = "throttlex.seed";

  /**
   * The kinds of steps of a trace.
   *
   * @param algorithms the algorithms of its limits
   * @param clockGoesBack whether the clock goes back; state that a store may already have removed
   *     is then left out
   * @param classes whether its requests have priority classes with shares of the limits
   * @param length the number of steps
   */
  record Mix(List<Algorithm> algorithms, boolean clockGoesBack, boolean classes, int length) {
    Mix(List<Algorithm> algorithms, boolean clockGoesBack, int length) {
      this(algorithms, clockGoesBack, false, length);
    }
  }

  /** A step with a wrong answer. */
  record Mismatch(int step, String expected, String actual) {}

  static Trace generate(long seed, Mix mix) {
    return new Trace(seed, mix, new TraceGenerator(seed, mix).generate());
  }

  /** Plays the trace, and fails with its shortest wrong form. */
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

  /** Removes every step without which some answer still differs. */
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
