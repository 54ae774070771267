package com.throttlex.shared.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Checks that while a store fails, every verdict follows the rule's {@code on-store-failure}. */
final class FailureModes {
  /** The number of nodes that the node under test counts. */
  static final int NODES = 2;

  private static final int AMOUNT = 40;
  private static final int SHARE = AMOUNT / NODES;
  private static final Limit LIMIT =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));

  private final Node node;
  private final Map<FailureMode, Long> before = new EnumMap<>(FailureMode.class);
  private final Map<FailureMode, List<Answer>> answers = new EnumMap<>(FailureMode.class);

  private FailureModes(Node node) {
    this.node = node;
    for (FailureMode mode : FailureMode.values()) {
      before.put(mode, node.events().fallbacks(mode));
      answers.put(mode, new ArrayList<>());
    }
  }

  /** Makes the store of a connected node fail, sends requests, and checks the verdicts. */
  static void check(String name, Node node, Runnable fault, Runnable end) {
    FailureModes modes = new FailureModes(node);
    fault.run();
    try {
      modes.askUntilATrialFails();
    } finally {
      end.run();
    }
    modes.checkVerdicts();
    modes.answers.forEach(modes::checkCounts);
    Figures.tell("%s: %d verdicts of each mode", name, modes.answers.get(FailureMode.LOCAL).size());
  }

  /** Sends requests before the circuit opens, while it is open, and during a trial. */
  private void askUntilATrialFails() {
    long start = System.nanoTime();
    Await.until(
        "a failed trial",
        () -> {
          answers.forEach((mode, those) -> those.add(ask(mode)));
          return node.events().openings(start) > 1
              && answers.get(FailureMode.LOCAL).size() > AMOUNT;
        });
  }

  private Answer ask(FailureMode mode) {
    Answer answer = node.ask("user-" + mode, LIMIT, Sync.STRICT, mode);
    assertThat(answer.failure()).isNull();
    return answer;
  }

  private void checkVerdicts() {
    assertThat(answers.get(FailureMode.ALLOW)).allMatch(Answer::admitted);
    assertThat(answers.get(FailureMode.DENY)).noneMatch(Answer::admitted);
    List<Answer> local = answers.get(FailureMode.LOCAL);
    assertThat(local.subList(0, SHARE)).allMatch(Answer::admitted);
    assertThat(local.subList(SHARE, local.size())).noneMatch(Answer::admitted);
  }

  private void checkCounts(FailureMode mode, List<Answer> those) {
    assertThat(those).as("answers by mode %s", mode).allMatch(Answer::degraded);
    assertThat(node.events().fallbacks(mode) - before.get(mode)).isEqualTo(those.size());
  }
}
