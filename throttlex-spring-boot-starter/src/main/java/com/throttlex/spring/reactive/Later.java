package com.throttlex.spring.reactive;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** Asynchronous answers for Reactor. */
public final class Later {
  private Later() {}

  /**
   * Requests an answer on subscription. An answer that is complete at once stays on its thread. A
   * later one moves to another thread, because the store's thread must not run application code.
   * Cancelling does not cancel the request: a charge must be known to be given back.
   *
   * @param unwanted receives the answer if it comes after the subscriber cancelled
   */
  public static <T> Mono<T> answer(
      Supplier<CompletionStage<T>> question, Consumer<? super T> unwanted) {
    return Mono.defer(
        () -> {
          CompletionStage<T> asked = question.get();
          boolean done = asked.toCompletableFuture().isDone();
          Executor executor = done ? Runnable::run : work -> Schedulers.parallel().schedule(work);
          return Mono.create(
              sink -> {
                sink.onCancel(() -> asked.thenAccept(unwanted));
                var unused =
                    asked.whenCompleteAsync(
                        (answer, failure) -> complete(sink, answer, failure), executor);
              });
        });
  }

  private static <T> void complete(
      MonoSink<T> sink, @Nullable T answer, @Nullable Throwable failure) {
    if (failure == null) {
      sink.success(answer);
    } else {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      sink.error(cause == null ? failure : cause);
    }
  }
}
