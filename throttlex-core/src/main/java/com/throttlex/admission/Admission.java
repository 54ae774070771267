package com.throttlex.admission;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.adaptive.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request of an application, by now.
 *
 * <p>To be ended when the request has been answered, whatever came of it.
 */
public final class Admission {
  private static final CompletionStage<?> NOTHING = CompletableFuture.completedStage(null);

  private final Decider decider;
  private final Consumer<Outcome> watch;
  private final List<Decision> decisions;
  private final @Nullable Phases awaited;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * An admission.
   *
   * @param watch is told what came of a request that was let in
   * @param decisions what was decided, in order; only the last can be a denial
   * @param awaited the phases of which the second is still to come, or null
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

  /** The decision to report: the denial, or all that was decided as one. */
  public Decision decision() {
    Decision first = first();
    Decision last = last();
    if (first == last || first.rule() == null) {
      return last;
    }
    return last.rule() == null ? first : together(first, last);
  }

  /** Two decisions that allow as the one that would have come of all rules at once. */
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

  /** Enforced before shadow, least left first. */
  private static boolean outranks(Decision first, Decision last) {
    boolean shadow = first.limits().get(first.reported()).shadow();
    boolean otherShadow = last.limits().get(last.reported()).shadow();
    return shadow == otherShadow ? first.remaining() <= last.remaining() : otherShadow;
  }

  /** Whether the request may pass. */
  public boolean allowed() {
    return last().allowed();
  }

  /** How many nanoseconds an admitted request has to wait before it goes on. */
  public long delayNanos() {
    return Math.max(first().delayNanos(), last().delayNanos());
  }

  /** Frees what the request holds; once, however often it is called. */
  public CompletionStage<?> end() {
    return end(Outcome.SUCCESS);
  }

  /** The same for a request of which it is known what came of it. */
  public CompletionStage<?> end(Outcome outcome) {
    CompletionStage<?> end = NOTHING;
    if (!ended.getAndSet(true)) {
      if (allowed()) {
        watch.accept(outcome);
      }
      for (Decision decision : decisions) {
        if (decision.reservation() != null) {
          CompletionStage<?> released = decider.release(decision, outcome);
          end = end.thenCombine(released, (before, after) -> after);
        }
      }
    }
    return end;
  }

  Decision first() {
    return decisions.get(0);
  }

  private Decision last() {
    return decisions.get(decisions.size() - 1);
  }

  /** The phases of which the second is still to come, or null. */
  @Nullable Phases awaited() {
    return awaited;
  }

  /** The same request with all that was decided about it. */
  Admission with(List<Decision> all) {
    return new Admission(decider, watch, all, null);
  }

  /** Leaves nothing to be ended here: another admission has taken over. */
  void handOver() {
    ended.set(true);
  }
}
