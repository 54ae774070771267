package com.throttlex.admission;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides the requests of an application, at once or in two phases around authentication.
 *
 * <p>In two phases the rules that need no user are decided before it, so that they also hold
 * against those who never get in; the others after it. A request that the second phase denies gets
 * back what the first has charged: a denial charges nothing.
 */
public final class Admissions {
  private final Decider decider;
  private final @Nullable ThrottleX throttlex;
  private final boolean twoPhases;
  private volatile Set<String> left = Set.of();
  private volatile @Nullable Phases phases;

  private Admissions(Decider decider, @Nullable ThrottleX throttlex, boolean twoPhases) {
    this.decider = decider;
    this.throttlex = throttlex;
    this.twoPhases = twoPhases;
  }

  /** Leaves everything to a decider, in one phase. */
  public static Admissions by(Decider decider) {
    return new Admissions(decider, null, false);
  }

  /** Decides by all rules at once. */
  public static Admissions atOnce(ThrottleX throttlex) {
    return new Admissions(throttlex, throttlex, false);
  }

  /** Decides in two phases. */
  public static Admissions inTwoPhases(ThrottleX throttlex) {
    return new Admissions(throttlex, throttlex, true);
  }

  /** Whether there is something to decide before the user is known, and the rest after. */
  public boolean hasTwoPhases() {
    return twoPhases;
  }

  /**
   * Leaves a rule to those who ask for it by its name: requests are not held against it, unless it
   * says itself which it matches.
   */
  public synchronized void leave(String rule) {
    Set<String> more = new HashSet<>(left);
    if (more.add(rule)) {
      left = Set.copyOf(more);
    }
  }

  /** Decides a request as far as it can be decided before its user is known. */
  public CompletionStage<Admission> begin(RequestContext request) {
    if (throttlex == null) {
      return decider.checkAsync(request).thenApply(decision -> done(request, decision, null));
    }
    Phases current = phases(throttlex.rules());
    if (!twoPhases) {
      return throttlex
          .checkAsync(request, current.all())
          .thenApply(decision -> done(request, decision, null));
    }
    boolean more = current.awaits(request);
    return throttlex
        .checkAsync(more ? request.withTakeBack() : request, current.early(more))
        .thenApply(
            decision -> done(request, decision, more && decision.allowed() ? current : null));
  }

  private Admission done(RequestContext request, Decision decision, @Nullable Phases awaited) {
    return new Admission(decider, watch(request), List.of(decision), awaited);
  }

  /** Takes note of what comes of a request that begins now. */
  private Consumer<Outcome> watch(RequestContext request) {
    if (throttlex == null || !throttlex.adaptive().isActive()) {
      return outcome -> {};
    }
    long began = throttlex.nanos();
    return outcome -> throttlex.ended(request, began, outcome);
  }

  /**
   * Decides the rest, now that the user is known; the earlier admission need not be ended. When it
   * cannot be decided, the request has been charged nothing either.
   */
  public CompletionStage<Admission> complete(Admission begun, RequestContext request) {
    Phases awaited = begun.awaited();
    if (awaited == null || throttlex == null) {
      return CompletableFuture.completedFuture(begun);
    }
    return throttlex
        .checkAsync(request, awaited.late(isRuled(begun.first())))
        .handle((second, failure) -> completed(begun, second, failure))
        .thenCompose(completed -> completed);
  }

  private CompletionStage<Admission> completed(
      Admission begun, @Nullable Decision second, @Nullable Throwable failure) {
    begun.handOver();
    if (second != null && second.allowed()) {
      List<Decision> both = List.of(begun.first(), second);
      return CompletableFuture.completedFuture(begun.with(both));
    }
    CompletionStage<Admission> outcome =
        second == null
            ? CompletableFuture.failedFuture(Objects.requireNonNull(failure))
            : CompletableFuture.completedFuture(begun.with(List.of(second)));
    String reservation = begun.first().reservation();
    return reservation == null
        ? outcome
        : decider.settleAsync(reservation, 0).handle((settled, e) -> e).thenCompose(e -> outcome);
  }

  /** Whether a rule applied that can deny. */
  private static boolean isRuled(Decision decision) {
    for (LimitStatus limit : decision.limits()) {
      if (!limit.shadow()) {
        return true;
      }
    }
    return false;
  }

  private Phases phases(RuleBook book) {
    Set<String> without = left;
    Phases current = phases;
    if (current == null || !current.areOf(book, without)) {
      current = new Phases(book, without);
      phases = current;
    }
    return current;
  }
}
