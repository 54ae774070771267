package com.throttlex.spring.method;

import com.throttlex.Decision;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.RateLimitedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rules of a call one after the other.
 *
 * <p>All except the last are charged with a reservation. When a later rule denies or fails, the
 * earlier charges are given back.
 */
final class Gate {
  private final Supplier<NamedRules> rules;

  Gate(Supplier<NamedRules> rules) {
    this.rules = rules;
  }

  /**
   * Returns the allowed call, or a failure with a {@link RateLimitedException} if a rule denies.
   */
  CompletionStage<AllowedCall> admit(List<Ask> asks) {
    return next(rules.get(), asks, List.of());
  }

  private static CompletionStage<AllowedCall> next(
      NamedRules rules, List<Ask> asks, List<Decision> allowed) {
    if (allowed.size() == asks.size()) {
      List<String> names = asks.stream().map(Ask::rule).toList();
      return CompletableFuture.completedFuture(new AllowedCall(rules, names, allowed));
    }
    boolean last = allowed.size() == asks.size() - 1;
    return check(rules, asks.get(allowed.size()), !last)
        .handle((decision, failure) -> answered(rules, asks, allowed, decision, failure))
        .thenCompose(grant -> grant);
  }

  private static CompletionStage<Decision> check(NamedRules rules, Ask ask, boolean reserve) {
    try {
      return rules.check(ask.rule(), ask.key(), ask.cost(), reserve);
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private static CompletionStage<AllowedCall> answered(
      NamedRules rules,
      List<Ask> asks,
      List<Decision> allowed,
      @Nullable Decision decision,
      @Nullable Throwable failure) {
    if (decision != null && decision.allowed()) {
      List<Decision> more = new ArrayList<>(allowed);
      more.add(decision);
      return next(rules, asks, more);
    }
    Throwable reason =
        decision == null ? StageFailures.cause(failure) : new RateLimitedException(decision);
    return giveBack(rules, allowed).thenCompose(done -> CompletableFuture.failedStage(reason));
  }

  private static CompletionStage<?> giveBack(NamedRules rules, List<Decision> allowed) {
    CompletableFuture<?>[] given =
        allowed.stream()
            .map(decision -> rules.giveBack(decision).toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(given).exceptionally(failure -> null);
  }
}
