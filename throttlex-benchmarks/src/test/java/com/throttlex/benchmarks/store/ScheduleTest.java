package com.throttlex.benchmarks.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private final List<Integer> asked = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> waiting = new ArrayList<>();

  @Test
  void requests_whileNoneIsAnswered_areStillSentAndTheirWaitCounts() {
    int[] most = {0};
    DecisionTally tally =
        ask(
            key -> {
              CompletableFuture<Boolean> answer = new CompletableFuture<>();
              waiting.add(answer);
              most[0] = Math.max(most[0], waiting.size());
              if (asked.size() == 20) {
                waiting.forEach(each -> each.complete(true));
              }
              return answer;
            });
    assertThat(most[0]).isEqualTo(20);
    assertThat(tally.decisions()).isEqualTo(20);
    assertThat(tally.allowed()).isEqualTo(20);
    // The first was due 19 ms before the last was sent, the one in the middle about 10.
    assertThat(tally.latencies().micros(1)).isGreaterThan(17_000);
    assertThat(tally.latencies().micros(0.5)).isGreaterThan(8_000);
  }

  @Test
  void keys_areAskedForInTurn() {
    ask(key -> CompletableFuture.completedFuture(false));
    assertThat(asked).hasSize(20).startsWith(0, 1, 2, 0, 1);
  }

  @Test
  void schedule_whenAnAnswerFails_fails() {
    IllegalStateException failure = new IllegalStateException("down");
    assertThatThrownBy(() -> ask(key -> CompletableFuture.failedFuture(failure)))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(failure);
  }

  private interface Answers {
    CompletionStage<Boolean> to(int key);
  }

  /** Asks twenty times, a millisecond apart, for three keys. */
  private DecisionTally ask(Answers answers) {
    Contender.Question question =
        new Contender.Question() {
          @Override
          public CompletionStage<?> ask(int key) {
            asked.add(key);
            return answers.to(key);
          }

          @Override
          public Contender.Verdict verdict(@Nullable Object answer) {
            return Contender.Verdict.of(Boolean.TRUE.equals(answer));
          }
        };
    Contender contender =
        new Contender() {
          @Override
          public Question question() {
            return question;
          }

          @Override
          public void close() {}
        };
    return new Schedule(contender, 3, 1_000, Runnable::run).ask(Duration.ofMillis(20));
  }
}
