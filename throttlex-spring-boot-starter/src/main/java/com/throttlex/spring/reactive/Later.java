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

/** Answers that may come later. */
public final class Later {
  private Later() {}

  /**
   * Asks on subscription. An answer that is there at once stays on its thread; one that comes later
   * leaves the thread that brings it, which is a store's and has more to do. Who asks and goes away
   * does not take the question back: what is charged must be known to be freed.
   *
   * @param unwanted takes the answer if it comes when who has asked is gone
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
