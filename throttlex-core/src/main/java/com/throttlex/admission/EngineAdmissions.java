package com.throttlex.admission;

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
 * Decides by the rules of an engine in this process.
 *
 * <p>In two phases the rules that need no user are decided before authentication, so that they also
 * limit callers who fail it; the others after it. If the second phase denies a request, the charges
 * of the first are given back: a denial charges nothing.
 */
final class EngineAdmissions implements Admissions {
  private final ThrottleX throttlex;
  private final boolean twoPhases;
  private volatile Set<String> left = Set.of();
  private volatile @Nullable Phases phases;

  EngineAdmissions(ThrottleX throttlex, boolean twoPhases) {
    this.throttlex = throttlex;
    this.twoPhases = twoPhases;
  }

  @Override
  public boolean hasTwoPhases() {
    return twoPhases;
  }

  @Override
  public synchronized void leave(String rule) {
    Set<String> more = new HashSet<>(left);
    if (more.add(rule)) {
      left = Set.copyOf(more);
    }
  }

  @Override
  public CompletionStage<Admission> begin(RequestContext request) {
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
    return new Admission(throttlex, watch(request), List.of(decision), awaited);
  }

  /** Measures a request that begins now, for adaptive limits. */
  private Consumer<Outcome> watch(RequestContext request) {
    if (!throttlex.adaptive().isActive()) {
      return outcome -> {};
    }
    long began = throttlex.nanos();
    return outcome -> throttlex.ended(request, began, outcome);
  }

  @Override
  public CompletionStage<Admission> complete(Admission begun, RequestContext request) {
    Phases awaited = begun.awaited();
    if (awaited == null) {
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
        : throttlex.settleAsync(reservation, 0).handle((settled, e) -> e).thenCompose(e -> outcome);
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
