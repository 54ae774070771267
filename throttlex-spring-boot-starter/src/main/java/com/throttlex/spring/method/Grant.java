package com.throttlex.spring.method;

import com.throttlex.Decision;
import com.throttlex.spring.NamedRules;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A call that all its rules have allowed; to be ended when the call is over. */
final class Grant {
  private final NamedRules rules;
  private final List<Decision> decisions;
  private final AtomicBoolean ended = new AtomicBoolean();

  Grant(NamedRules rules, List<Decision> decisions) {
    this.rules = rules;
    this.decisions = decisions;
  }

  /** How many nanoseconds the call has to wait before it begins. */
  long delayNanos() {
    return decisions.stream().mapToLong(Decision::delayNanos).max().orElse(0);
  }

  /** Frees what the call holds; once, however often it is called, and without failing. */
  CompletionStage<?> end() {
    if (ended.getAndSet(true)) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<?>[] released =
        decisions.stream()
            .filter(decision -> decision.reservation() != null)
            .map(decision -> rules.release(decision).toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(released).exceptionally(failure -> null);
  }
}
