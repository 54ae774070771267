package com.throttlex.shared;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A timeout of the store. Its answer may still arrive, and it may have charged the request. */
final class LateAnswerException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  private final transient CompletableFuture<Verdicts> answer = new CompletableFuture<>();

  LateAnswerException(String message) {
    super(message);
  }

  /** Records that the late answer has arrived. */
  void answered(Verdicts verdicts) {
    answer.complete(verdicts);
  }

  /** Runs a task with the late answer if it arrives. */
  void whenAnswered(Consumer<Verdicts> work) {
    var unused = answer.thenAccept(work);
  }

  /** Returns the failure if it is a late answer; otherwise null. */
  static @Nullable LateAnswerException of(Throwable failure) {
    return Failures.cause(failure) instanceof LateAnswerException late ? late : null;
  }
}
