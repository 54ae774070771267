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
 * An outbound call in flight: reports the outcome when the response comes, and releases its slots
 * when the response is complete.
 */
final class OutboundCall {
  private final NamedRules rules;
  private final Decision decision;
  private final Consumer<Outcome> watch;
  private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * Creates a call that begins now.
   *
   * @param watch receives the outcome, once
   */
  OutboundCall(NamedRules rules, Decision decision, Consumer<Outcome> watch) {
    this.rules = rules;
    this.decision = decision;
    this.watch = watch;
  }

  /** Returns whether it holds a slot until it ends. */
  boolean holds() {
    return decision.reservation() != null;
  }

  /** Records a response with that status: 429 and 503 are denials of the called service. */
  void answered(int status) {
    tell(Feedback.isRefusal(status) ? Outcome.DROPPED : Outcome.ofStatus(status));
  }

  /** Records that there is no response, or none that can be read. */
  void fail(Throwable failure) {
    tell(Outcomes.of(failure));
    end();
  }

  /** Records that the response is no longer needed. */
  void cancel() {
    tell(Outcome.DROPPED);
    end();
  }

  private void tell(Outcome told) {
    if (outcome.compareAndSet(null, told)) {
      watch.accept(told);
    }
  }

  /** Releases its slots; once. */
  void end() {
    if (holds() && !ended.getAndSet(true)) {
      Outcome told = outcome.get();
      var unused = rules.release(decision, told == null ? Outcome.SUCCESS : told);
    }
  }
}
