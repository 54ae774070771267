package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static final Trace.Mix MIX = new Trace.Mix(List.of(Algorithm.values()), false, 200);

  @Test
  void trace_ofTheSameSeed_isTheSame() {
    assertThat(Trace.generate(7, MIX)).isEqualTo(Trace.generate(7, MIX));
    assertThat(Trace.generate(7, MIX).steps()).isNotEqualTo(Trace.generate(8, MIX).steps());
  }

  @Test
  void traces_together_holdEveryKindOfStep() {
    List<TraceStep> steps =
        java.util.stream.LongStream.range(0, 20)
            .boxed()
            .flatMap(seed -> Trace.generate(seed, MIX).steps().stream())
            .toList();
    assertThat(steps)
        .hasAtLeastOneElementOfType(TraceStep.Time.class)
        .hasAtLeastOneElementOfType(TraceStep.Settle.class)
        .hasAtLeastOneElementOfType(TraceStep.Inspect.class)
        .hasAtLeastOneElementOfType(TraceStep.Reset.class)
        .anyMatch(step -> step instanceof TraceStep.Request request && request.dryRun())
        .anyMatch(step -> step instanceof TraceStep.Request request && request.parts().size() > 1)
        .anyMatch(step -> step instanceof TraceStep.Request request && request.replayKey() != null)
        .anyMatch(
            step -> step instanceof TraceStep.Request request && request.reservation() != null);
  }

  @Test
  void failure_thatNeedsTwoSteps_isReportedWithThoseTwoAndTheSeed() {
    assertThatThrownBy(() -> Trace.generate(3, MIX).verify(TraceTest::settlesAfterAReset))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("seed 3", "2 steps", "\n  reset key-", "\n  settle reservation-")
        .hasMessageContainingAll("expected: yes", "but was: no", "-Dthrottlex.seed=3");
  }

  /** Simulates a store that fails at the first settlement after a reset. */
  private static Trace.Mismatch settlesAfterAReset(Trace trace) {
    boolean reset = false;
    for (int i = 0; i < trace.steps().size(); i++) {
      TraceStep step = trace.steps().get(i);
      reset |= step instanceof TraceStep.Reset;
      if (reset && step instanceof TraceStep.Settle) {
        return new Trace.Mismatch(i, "yes", "no");
      }
    }
    return null;
  }
}
