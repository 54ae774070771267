package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Charges several counters for one request, or none of them.
 *
 * <p>Counters are charged one after the other. Charges that can be taken back come first. When one
 * counter denies, the earlier charges are taken back, and the remaining counters are only peeked
 * at. Charges that cannot be taken back come last, and their counters are peeked at before any
 * charge.
 *
 * <p>So a counter never admits more than its limit. Two effects remain. Another request may be
 * denied because of units that are taken back a moment later. And when two requests contend for the
 * last units of several limits that descriptors bring, a request that a later limit denies leaves
 * its hits in the earlier ones.
 */
final class AllOrNothing {
  private final ThrottleX throttlex;
  private final List<DescriptorCounter> counters;
  private final List<Integer> order = new ArrayList<>();
  private final @Nullable DescriptorOutcome[] outcomes;

  AllOrNothing(ThrottleX throttlex, List<DescriptorCounter> counters) {
    this.throttlex = throttlex;
    this.counters = counters;
    outcomes = new DescriptorOutcome[counters.size()];
    addToOrder(true);
    addToOrder(false);
  }

  private void addToOrder(boolean revocable) {
    for (int i = 0; i < counters.size(); i++) {
      if (counters.get(i).revocable() == revocable) {
        order.add(i);
      }
    }
  }

  /**
   * Returns the outcome of each counter, in order. Before a stage fails, all charges that can be
   * taken back are taken back.
   */
  CompletionStage<DescriptorOutcome[]> decide() {
    return probe(0)
        .thenCompose(fits -> fits ? charge(0) : CompletableFuture.completedStage(false))
        .thenCompose(
            fits ->
                fits
                    ? CompletableFuture.<@Nullable Void>completedStage(null)
                    : takeBack().thenCompose(v -> ask(0)))
        .thenApply(v -> told())
        .exceptionallyCompose(
            failure -> takeBack().thenCompose(v -> CompletableFuture.failedStage(failure)));
  }

  private DescriptorOutcome[] told() {
    DescriptorOutcome[] told = new DescriptorOutcome[outcomes.length];
    System.arraycopy(outcomes, 0, told, 0, told.length);
    return told;
  }

  /** Peeks at the counters whose charges cannot be taken back; returns whether all would fit. */
  private CompletionStage<Boolean> probe(int from) {
    for (int i = from; i < counters.size(); i++) {
      if (!counters.get(i).revocable()) {
        int at = i;
        return counters
            .get(i)
            .peek()
            .thenCompose(
                outcome -> {
                  outcomes[at] = outcome;
                  return probe(at + 1).thenApply(fit -> fit && !outcome.over());
                });
      }
    }
    return CompletableFuture.completedStage(true);
  }

  /** Charges one counter after the other until one denies; returns whether none did. */
  private CompletionStage<Boolean> charge(int place) {
    if (place == order.size()) {
      return CompletableFuture.completedStage(true);
    }
    int at = order.get(place);
    return counters
        .get(at)
        .charge()
        .thenCompose(
            outcome -> {
              outcomes[at] = outcome;
              return outcome.over() ? CompletableFuture.completedStage(false) : charge(place + 1);
            });
  }

  /** Takes back all charges that can be; these counters must be peeked at again. */
  private CompletionStage<@Nullable Void> takeBack() {
    CompletionStage<@Nullable Void> done = CompletableFuture.completedStage(null);
    for (int i = 0; i < outcomes.length; i++) {
      DescriptorOutcome outcome = outcomes[i];
      Decision decision = outcome == null ? null : outcome.decision();
      String reservation = decision == null ? null : decision.reservation();
      if (reservation != null) {
        outcomes[i] = null;
        done = done.thenCombine(throttlex.settleAsync(reservation, 0), (a, b) -> null);
      }
    }
    return done;
  }

  /** Peeks at the counters that have no outcome yet. */
  private CompletionStage<@Nullable Void> ask(int from) {
    for (int i = from; i < outcomes.length; i++) {
      if (outcomes[i] == null) {
        int at = i;
        return counters
            .get(i)
            .peek()
            .thenCompose(
                outcome -> {
                  outcomes[at] = outcome;
                  return ask(at + 1);
                });
      }
    }
    return CompletableFuture.completedStage(null);
  }
}
