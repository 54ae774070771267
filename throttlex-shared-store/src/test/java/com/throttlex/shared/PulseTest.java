package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final Deque<CompletionStage<Integer>> answers = new ArrayDeque<>();
  private final Pulse pulse =
      new Pulse(
          () -> {
            told.add("beat");
            return answers.remove();
          },
          () -> 3,
          () -> {
            told.add("farewell");
            return CompletableFuture.failedFuture(new StoreUnavailableException("down"));
          });

  @Test
  void beat_whileOneIsUnderWay_isTheSame() {
    CompletableFuture<Integer> slow = new CompletableFuture<>();
    answers.add(slow);
    CompletionStage<Boolean> first = pulse.beat();

    assertThat(pulse.beat()).isSameAs(first);
    assertThat(told).containsExactly("beat");
    slow.complete(3);
    assertThat(first.toCompletableFuture()).isCompletedWithValue(true);
    assertThat(pulse.live()).isEqualTo(3);
  }

  @Test
  void failure_isThatOfTheLastBeat() {
    StoreUnavailableException down = new StoreUnavailableException("down");
    answers.add(CompletableFuture.<Integer>failedFuture(down).thenApply(live -> live));
    answers.add(CompletableFuture.completedFuture(3));

    assertThat(pulse.beat().toCompletableFuture()).isCompletedWithValue(false);
    assertThat(pulse.failure()).isSameAs(down);
    assertThat(pulse.beat().toCompletableFuture()).isCompletedWithValue(true);
    assertThat(pulse.failure()).isNull();
  }

  @Test
  void beat_thatThrows_isNoAnswer() {
    assertThat(pulse.beat().toCompletableFuture()).isCompletedWithValue(false);
    assertThat(pulse.failure()).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void farewell_waitsForTheBeatUnderWayAndIsTheLastWord() throws Exception {
    CompletableFuture<Integer> slow = new CompletableFuture<>();
    answers.add(slow);
    pulse.beat();
    CompletableFuture<Void> left = CompletableFuture.runAsync(pulse::leave);

    assertThat(told).containsExactly("beat");
    told.add("answer");
    slow.complete(3);
    left.get(10, TimeUnit.SECONDS);
    pulse.beat();
    pulse.leave();
    assertThat(told).containsExactly("beat", "answer", "farewell");
  }

  @Test
  void live_untilTheOthersHadTimeToBeat_isAtLeastWhatWasExpected() {
    AtomicInteger seen = new AtomicInteger(1);
    CompletableFuture<Integer> away = CompletableFuture.failedFuture(new IllegalStateException());
    AtomicReference<CompletableFuture<Integer>> answer = new AtomicReference<>(away);
    Pulse among = new Pulse(answer::get, seen::get, answer::get, 3);

    assertThat(among.live()).isEqualTo(3);
    assertThat(among.beat().toCompletableFuture().join()).isFalse();
    assertThat(among.live()).isEqualTo(3);

    answer.set(CompletableFuture.completedFuture(1));
    for (int beat = 1; beat <= 4; beat++) {
      assertThat(among.beat().toCompletableFuture().join()).isTrue();
      assertThat(among.live()).as("after %s beats", beat).isEqualTo(3);
    }
    seen.set(5);
    assertThat(among.live()).isEqualTo(5);
    seen.set(2);
    assertThat(among.beat().toCompletableFuture().join()).isTrue();
    assertThat(among.live()).isEqualTo(2);
    assertThat(among.seen()).isEqualTo(2);
  }
}
