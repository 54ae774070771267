package com.throttlex.spring.client;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.Outcomes;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call to somebody else that is under way: says how they are when they answer, and frees what it
 * holds when the answer is over.
 */
final class OutboundCall {
  private final NamedRules rules;
  private final Decision decision;
  private final Consumer<Outcome> watch;
  private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * A call that begins.
   *
   * @param watch is told what comes of it, once
   */
  OutboundCall(NamedRules rules, Decision decision, Consumer<Outcome> watch) {
    this.rules = rules;
    this.decision = decision;
    this.watch = watch;
  }

  /** Whether it holds something until it is ended. */
  boolean holds() {
    return decision.reservation() != null;
  }

  /** They have answered with that status: 429 and 503 are their refusals. */
  void answered(int status) {
    tell(Feedback.isRefusal(status) ? Outcome.DROPPED : Outcome.ofStatus(status));
  }

  /** There will be no answer, or none that can be read. */
  void fail(Throwable failure) {
    tell(Outcomes.of(failure));
    end();
  }

  /** The answer is not wanted any more. */
  void cancel() {
    tell(Outcome.DROPPED);
    end();
  }

  private void tell(Outcome told) {
    if (outcome.compareAndSet(null, told)) {
      watch.accept(told);
    }
  }

  /** Frees what it holds; once. */
  void end() {
    if (holds() && !ended.getAndSet(true)) {
      Outcome told = outcome.get();
      var unused = rules.release(decision, told == null ? Outcome.SUCCESS : told);
    }
  }
}
