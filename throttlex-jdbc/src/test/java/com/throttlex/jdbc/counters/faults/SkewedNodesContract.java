package com.throttlex.jdbc.counters.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.shared.faults.SkewedTime;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests nodes whose clocks are a minute apart: the database's own clock decides. */
interface SkewedNodesContract extends OwnServer {
  Duration SKEW = Duration.ofSeconds(30);

  @ParameterizedTest
  @CsvSource({
    "STRICT, FIXED_WINDOW, 1000",
    "STRICT, SLIDING_WINDOW_LOG, 1000",
    "LEASED, FIXED_WINDOW, 10000",
    "LEASED, TOKEN_BUCKET, 10000"
  })
  default void admitted_byNodesAMinuteApart_isTheLimit(
      Sync sync, Algorithm algorithm, long amount) {
    String url = newDatabase();
    Limit limit = Limit.of(algorithm, Rate.parse(amount + "/18250d"));
    AtomicLong admitted = new AtomicLong();
    try (Node early = SqlNode.patient(url, 2, SkewedTime.of(SKEW.negated())).connected();
        Node late = SqlNode.patient(url, 2, SkewedTime.of(SKEW)).connected();
        Load load =
            Load.start(
                4,
                Duration.ZERO,
                i -> ask(List.of(early, late).get(i % 2), sync, limit, admitted))) {
      Await.until(LONG, "all admitted", () -> admitted.get() >= amount);
      int asked = load.asked();
      Await.until(LONG, "more asked", () -> load.asked() > asked + 1_000);
      Answers answers = load.stop();

      Figures.tell(
          "%s %s %s, nodes a minute apart: %d of %d in %d requests",
          server(), sync, algorithm, admitted.get(), amount, answers.all().size());
      assertThat(answers.failures()).isEmpty();
      assertThat(answers.count(Answer::degraded)).isZero();
      assertThat(admitted.get()).isEqualTo(amount);
    }
  }

  private static Answer ask(Node node, Sync sync, Limit limit, AtomicLong admitted) {
    Answer answer = node.ask("hot", limit, sync, FailureMode.LOCAL);
    if (answer.admitted()) {
      admitted.incrementAndGet();
    }
    return answer;
  }
}
