package com.throttlex.admission;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.adaptive.Outcome;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.CostText;
import com.throttlex.rule.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions about one request of an application so far.
 *
 * <p>It must be ended when the response is complete, whatever the outcome.
 */
public final class Admission {
  private static final CompletionStage<?> NOTHING = CompletableFuture.completedStage(null);

  private final Decider decider;
  private final Consumer<Outcome> watch;
  private final List<Decision> decisions;
  private final @Nullable Phases awaited;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * Creates an admission.
   *
   * @param watch receives the outcome of an admitted request
   * @param decisions the decisions in order; only the last can be a denial
   * @param awaited the phases if the second is still to come, or null
   */
  Admission(
      Decider decider,
      Consumer<Outcome> watch,
      List<Decision> decisions,
      @Nullable Phases awaited) {
    this.decider = decider;
    this.watch = watch;
    this.decisions = decisions;
    this.awaited = awaited;
  }

  /** Returns the decision to report: the denial, or all decisions as one. */
  public Decision decision() {
    Decision first = first();
    Decision last = last();
    if (first == last || first.rule() == null) {
      return last;
    }
    return last.rule() == null ? first : together(first, last);
  }

  /** Merges two decisions that allow into the one that all rules at once would give. */
  private Decision together(Decision first, Decision last) {
    List<LimitStatus> limits = new ArrayList<>(first.limits());
    int firstSize = limits.size();
    limits.addAll(last.limits());
    boolean firstTells = outranks(first, last);
    return Decision.madeElsewhere(
        true,
        last.nowNanos(),
        Duration.ofNanos(delayNanos()),
        firstTells ? first.state() : last.state(),
        limits,
        firstTells ? first.reported() : firstSize + last.reported(),
        null,
        first.degraded() || last.degraded());
  }

  /** Compares two decisions: enforced before shadow, then least remaining first. */
  private static boolean outranks(Decision first, Decision last) {
    boolean shadow = first.limits().get(first.reported()).shadow();
    boolean otherShadow = last.limits().get(last.reported()).shadow();
    return shadow == otherShadow ? first.remaining() <= last.remaining() : otherShadow;
  }

  /** Returns whether the request may proceed. */
  public boolean allowed() {
    return last().allowed();
  }

  /** The nanoseconds that an admitted request must wait before it proceeds. */
  public long delayNanos() {
    return Math.max(first().delayNanos(), last().delayNanos());
  }

  /** Releases the request's concurrency slots, once, however often it is called. */
  public CompletionStage<?> end() {
    return end(Outcome.SUCCESS);
  }

  /** Releases the request's concurrency slots, and reports its outcome. */
  public CompletionStage<?> end(Outcome outcome) {
    return end(outcome, name -> null);
  }

  /**
   * Releases the request's concurrency slots, reports its outcome, and settles costs that are in a
   * header of the response. Other estimates stand.
   *
   * @param header returns the value of a response header, or null
   */
  public CompletionStage<?> end(Outcome outcome, Function<String, @Nullable String> header) {
    CompletionStage<?> end = NOTHING;
    if (!ended.getAndSet(true)) {
      if (allowed()) {
        watch.accept(outcome);
      }
      for (Decision decision : decisions) {
        if (decision.reservation() != null) {
          CompletionStage<?> released = end(decision, outcome, header);
          end = end.thenCombine(released, (before, after) -> after);
        }
      }
    }
    return end;
  }

  /** A cost of 0 counts as 1, because 0 would give back the charges of all rules. */
  private CompletionStage<?> end(
      Decision decision, Outcome outcome, Function<String, @Nullable String> header) {
    Estimate estimate = decision.estimate();
    String reservation = decision.reservation();
    long cost =
        estimate == null || estimate.part().kind() != AnswerCost.Kind.HEADER
            ? CostText.NONE
            : CostText.parse(header.apply(estimate.part().name()));
    return reservation == null || cost == CostText.NONE
        ? decider.release(decision, outcome)
        : decider.settleAsync(reservation, Math.max(1, cost), outcome);
  }

  Decision first() {
    return decisions.get(0);
  }

  private Decision last() {
    return decisions.get(decisions.size() - 1);
  }

  /** The phases if the second is still to come, or null. */
  @Nullable Phases awaited() {
    return awaited;
  }

  /** Returns an admission of the same request with all decisions about it. */
  Admission with(List<Decision> all) {
    return new Admission(decider, watch, all, null);
  }

  /** Makes {@link #end} do nothing here, because another admission replaces this one. */
  void handOver() {
    ended.set(true);
  }
}
