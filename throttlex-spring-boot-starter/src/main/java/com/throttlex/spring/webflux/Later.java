package com.throttlex.spring.webflux;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Answers that may come later. */
public final class Later {
  private Later() {}

  /**
   * Asks on subscription. An answer that is there at once stays on its thread; one that comes later
   * leaves the thread that brings it, which is a store's and has more to do. Who asks and goes away
   * does not take the question back: what is charged must be known to be freed.
   */
  public static <T> Mono<T> answer(Supplier<CompletionStage<T>> question) {
    return Mono.defer(
        () -> {
          CompletableFuture<T> asked = question.get().toCompletableFuture();
          Mono<T> answer = Mono.fromFuture(asked, true);
          return asked.isDone() ? answer : answer.publishOn(Schedulers.parallel());
        });
  }
}
