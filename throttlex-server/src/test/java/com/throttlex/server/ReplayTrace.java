package com.throttlex.server;

import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Random rules and requests, which a replay, the service and the models must decide equally. If
 * they do not, the trace is cut after the first difference; then steps and rules are left out as
 * long as there is still one.
 *
 * @param seed the seed of the random numbers
 * @param preamble the parts of the rule book other than its rules
 * @param rules the rules
 * @param steps the requests
 */
record ReplayTrace(long seed, Preamble preamble, List<Rule> rules, List<Step> steps) {
  /**
   * A request.
   *
   * @param pause the time since the last request
   * @param body the body of its check
   */
  record Step(Duration pause, JsonObject body) {
    @Override
    public String toString() {
      return "after " + pause + ": " + body.encode();
    }
  }

  /** A request that was not decided equally. */
  record Difference(int step, String expected, String who, String actual) {}

  /** Plays the trace, and fails with its shortest form. */
  void verify(Function<ReplayTrace, @Nullable Difference> play) {
    if (play.apply(this) != null) {
      ReplayTrace shortest = shrink(play);
      throw new AssertionError(shortest.report(play.apply(shortest)));
    }
  }

  private ReplayTrace shrink(Function<ReplayTrace, @Nullable Difference> play) {
    ReplayTrace kept = cut(play);
    for (int i = kept.steps.size() - 1; i >= 0; i--) {
      ReplayTrace fewer = kept.withSteps(without(kept.steps, i));
      kept = play.apply(fewer) == null ? kept : fewer;
    }
    for (int i = kept.rules.size() - 1; i >= 0; i--) {
      ReplayTrace fewer = new ReplayTrace(seed, preamble, without(kept.rules, i), kept.steps);
      kept = play.apply(fewer) == null ? kept : fewer;
    }
    return kept.cut(play);
  }

  private ReplayTrace cut(Function<ReplayTrace, @Nullable Difference> play) {
    Difference first = play.apply(this);
    return first == null ? this : withSteps(steps.subList(0, first.step + 1));
  }

  private ReplayTrace withSteps(List<Step> fewer) {
    return new ReplayTrace(seed, preamble, rules, fewer);
  }

  private static <T> List<T> without(List<T> all, int index) {
    List<T> fewer = new ArrayList<>(all);
    fewer.remove(index);
    return fewer;
  }

  private String report(@Nullable Difference difference) {
    StringBuilder report = new StringBuilder("seed " + seed + ":\n  " + preamble);
    rules.forEach(rule -> report.append("\n  ").append(rule));
    steps.forEach(step -> report.append("\n  ").append(step));
    if (difference == null) {
      report.append("\n(different each time it is played)");
    } else {
      report.append("\nthe service: ").append(difference.expected);
      report.append("\n").append(difference.who).append(": ").append(difference.actual);
    }
    return report.append("\nrepeat with: -Dthrottlex.seed=" + seed).toString();
  }
}
