package com.throttlex.spring.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class LaterTest {
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final List<String> unwanted = new ArrayList<>();
  private final Mono<String> later = Later.answer(() -> answer, unwanted::add);

  @Test
  void answer_thatComesWhenNobodyWaits_isUnwanted() {
    Disposable waiting = later.subscribe();
    waiting.dispose();
    assertThat(answer).isNotCancelled();
    answer.complete("slot");
    assertThat(unwanted).containsExactly("slot");
  }

  @Test
  void answer_thatComesLater_leavesTheThreadThatBringsIt() {
    CompletableFuture<String> thread =
        later.map(told -> Thread.currentThread().getName()).toFuture();
    answer.complete("slot");
    assertThat(thread).succeedsWithin(Duration.ofSeconds(20)).asString().startsWith("parallel-");
    assertThat(unwanted).isEmpty();
  }

  @Test
  void answer_thatIsThere_staysOnItsThread() {
    answer.complete("slot");
    assertThat(later.map(told -> Thread.currentThread()).block()).isSameAs(Thread.currentThread());
  }

  @Test
  void failure_ofAQuestion_isTheFailureItself() {
    CompletableFuture<String> failed = answer.thenApply(told -> told);
    answer.completeExceptionally(new IllegalStateException("gone"));
    assertThatThrownBy(() -> Later.answer(() -> failed, unwanted::add).block())
        .isExactlyInstanceOf(IllegalStateException.class);
  }
}
