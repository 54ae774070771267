package com.throttlex.distributed;

import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store has not answered in time. Its answer may still come, and may say that it charged. */
final class LateAnswerException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  private final transient CompletableFuture<Charges> answer = new CompletableFuture<>();

  LateAnswerException(String message) {
    super(message);
  }

  /** Says that the answer has come after all. */
  void answered(Charges charges) {
    answer.complete(charges);
  }

  /** Runs work with the answer when that comes, if it does. */
  void whenAnswered(Consumer<Charges> work) {
    var unused = answer.thenAccept(work);
  }

  /** Returns the failure if it is of this kind, or else null. */
  static @Nullable LateAnswerException of(Throwable failure) {
    return Failures.cause(failure) instanceof LateAnswerException late ? late : null;
  }
}
