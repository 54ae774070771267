package com.throttlex.shared.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests nodes whose clocks are a minute apart: the store's own clock decides. */
public interface SkewedNodesContract extends FaultFixture {
  Duration SKEW = Duration.ofSeconds(30);

  @ParameterizedTest
  @CsvSource({
    "STRICT, FIXED_WINDOW, 2000",
    "STRICT, SLIDING_WINDOW_LOG, 2000",
    "LEASED, FIXED_WINDOW, 20000",
    "LEASED, SLIDING_WINDOW_COUNTER, 20000",
    "LEASED, TOKEN_BUCKET, 20000"
  })
  default void admitted_byNodesAMinuteApart_isTheLimit(
      Sync sync, Algorithm algorithm, long amount) {
    String url = newStore();
    Limit limit = Limit.of(algorithm, Rate.parse(amount + "/18250d"));
    AtomicLong admitted = new AtomicLong();
    try (Node early = Node.patient(url, 2, SkewedTime.of(SKEW.negated()));
        Node late = Node.patient(url, 2, SkewedTime.of(SKEW));
        Load load =
            Load.start(
                4,
                Duration.ZERO,
                i -> ask(List.of(early, late).get(i % 2), sync, limit, admitted))) {
      Await.until(LONG, "all admitted", () -> admitted.get() >= amount);
      int asked = load.asked();
      Await.until(LONG, "more asked", () -> load.asked() > asked + 2_000);
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
