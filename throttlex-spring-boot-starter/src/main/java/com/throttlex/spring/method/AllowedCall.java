package com.throttlex.spring.method;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.rule.Adaptive;
import com.throttlex.spring.NamedRules;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A call that all its rules have allowed; it must be ended when the call completes. */
final class AllowedCall {
  private final NamedRules rules;
  private final List<String> names;
  private final List<Decision> decisions;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Consumer<Outcome> watch = outcome -> {};
  private volatile boolean answered;

  /**
   * Creates a grant.
   *
   * @param names the rules that were checked
   */
  AllowedCall(NamedRules rules, List<String> names, List<Decision> decisions) {
    this.rules = rules;
    this.names = names;
    this.decisions = decisions;
  }

  /** Returns the nanoseconds that the call must wait before it begins. */
  long delayNanos() {
    return decisions.stream().mapToLong(Decision::delayNanos).max().orElse(0);
  }

  /** Records that the call begins now. */
  void begin() {
    watch = rules.watch(names, Adaptive.SYSTEM);
  }

  /** Records that the call has returned a part of its result. */
  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  /** Releases the call's slots; once, however often it is called, and without failing. */
  CompletionStage<?> end(Outcome outcome) {
    if (ended.getAndSet(true)) {
      return CompletableFuture.completedFuture(null);
    }
    watch.accept(outcome);
    CompletableFuture<?>[] released =
        decisions.stream()
            .filter(decision -> decision.reservation() != null)
            .map(decision -> rules.release(decision, outcome).toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(released).exceptionally(failure -> null);
  }
}
