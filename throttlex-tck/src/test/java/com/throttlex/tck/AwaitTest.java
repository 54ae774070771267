package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
  private final AtomicInteger polls = new AtomicInteger();

  @Test
  void condition_thatHoldsLater_isPolledUntilThen() {
    double millis = Await.until("three polls", () -> polls.incrementAndGet() == 3);

    assertThat(polls).hasValue(3);
    assertThat(millis).isPositive();
  }

  @Test
  void condition_thatDoesNotHoldInTime_failsTheWaitWithTheLatestState() {
    assertThatThrownBy(
            () ->
                Await.until(
                    Duration.ofMillis(5),
                    () -> "polls: " + polls,
                    () -> polls.incrementAndGet() < 0))
        .isInstanceOf(AssertionError.class)
        .hasMessage("polls: " + polls + ": not within 5 ms");
    assertThat(polls).hasPositiveValue();
  }

  @Test
  void condition_thatThrows_failsTheWaitAtOnce() {
    IOException gone = new IOException("gone");
    assertThatThrownBy(
            () ->
                Await.until(
                    "an answer",
                    () -> {
                      polls.incrementAndGet();
                      throw gone;
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("an answer: java.io.IOException: gone")
        .hasCause(gone);
    assertThat(polls).hasValue(1);
  }

  @Test
  void interrupt_endsTheWait_andIsKept() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Await.until("an answer", () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage("an answer: wait interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interrupt_insideTheCondition_endsTheWaitAndIsKept() {
    assertThatThrownBy(
            () ->
                Await.until(
                    "an answer",
                    () -> {
                      throw new InterruptedException();
                    }))
        .hasMessage("an answer: wait interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void answer_thatComesLater_isReturned() {
    String answer =
        Await.answer(
            "the third answer",
            () -> Optional.of("third").filter(it -> polls.incrementAndGet() == 3));

    assertThat(answer).isEqualTo("third");
    assertThat(polls).hasValue(3);
  }
}
