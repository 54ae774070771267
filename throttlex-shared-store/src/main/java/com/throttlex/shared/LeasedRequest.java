package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request of which this node decides some charges, and the shared store the others.
 *
 * <p>Units are taken from leases first. The shared store then decides the other charges: those that
 * lack leased units and those that are not leased. All charges taken here fit, so the verdict on
 * the rest is the verdict on the request. Units that were taken and do not count are then put back.
 */
final class LeasedRequest {
  /** The number of refills that a request waits for before it goes to the shared store itself. */
  private static final int MOST_ROUNDS = 2;

  private final Store shared;
  private final TimeSource time;
  private final Charges charges;
  private final List<? extends @Nullable Lease> leases;
  private final @Nullable Grant[] taken;
  private int rounds;

  /**
   * Creates the request.
   *
   * @param leases the leases of its charges, null for those that have none
   */
  LeasedRequest(
      Store shared, TimeSource time, Charges charges, List<? extends @Nullable Lease> leases) {
    this.shared = shared;
    this.time = time;
    this.charges = charges;
    this.leases = leases;
    taken = new @Nullable Grant[leases.size()];
  }

  /** Decides the request; waits for leases in flight. */
  CompletionStage<Void> decide() {
    List<CompletionStage<Void>> refills = takeAll();
    if (refills.isEmpty() || rounds == MOST_ROUNDS) {
      return ask();
    }
    rounds++;
    for (int i = 0; i < taken.length; i++) {
      putBack(i);
    }
    return all(refills).thenCompose(refilled -> decide());
  }

  /** Returns a stage that completes when all stages have completed. */
  static CompletionStage<Void> all(List<CompletionStage<Void>> stages) {
    return CompletableFuture.allOf(
        stages.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Takes leased units; returns the refills to wait for. */
  private List<CompletionStage<Void>> takeAll() {
    long now = time.nanos();
    List<CompletionStage<Void>> refills = new ArrayList<>();
    for (int i = 0; i < taken.length; i++) {
      Lease lease = leases.get(i);
      if (lease != null) {
        long cost = charges.get(i).cost();
        taken[i] = lease.take(cost, now);
        CompletionStage<Void> refill =
            taken[i] == null || lease.isLow() ? lease.refill(taken[i] == null ? cost : 1) : null;
        if (refill != null && taken[i] == null) {
          refills.add(refill);
        }
      }
    }
    return refills;
  }

  private void putBack(int i) {
    Lease lease = leases.get(i);
    Grant grant = taken[i];
    if (lease != null && grant != null) {
      lease.putBack(grant, charges.get(i).cost());
      taken[i] = null;
    }
  }

  /** Sends the charges that were not taken to the shared store. */
  private CompletionStage<Void> ask() {
    Charges rest = rest();
    if (rest.size() == 0) {
      conclude(rest);
      return CompletableFuture.completedFuture(null);
    }
    long sentAt = time.nanos();
    Charges question = rest.size() == charges.size() ? charges : rest;
    return shared
        .decide(question)
        .whenComplete((answered, failure) -> answered(question, sentAt, failure));
  }

  private Charges rest() {
    Charges rest = new Charges().start(charges.now());
    for (int i = 0; i < taken.length; i++) {
      if (taken[i] == null) {
        rest.add(charges.get(i));
      }
    }
    return rest;
  }

  private void answered(Charges answer, long sentAt, @Nullable Throwable failure) {
    if (failure != null) {
      for (int i = 0; i < taken.length; i++) {
        putBack(i);
      }
      return;
    }
    learn(answer, sentAt);
    if (answer != charges) {
      conclude(answer);
    }
  }

  private void learn(Charges answer, long sentAt) {
    int next = 0;
    for (int i = 0; i < taken.length; i++) {
      if (taken[i] == null) {
        Charge charge = answer.get(next++);
        Lease lease = leases.get(i);
        if (lease != null) {
          lease.learn(answer, charge, sentAt);
        }
      }
    }
  }

  /** Combines the answers of the leases and of the shared store. */
  private void conclude(Charges answer) {
    charges.now(answer.now());
    if (answer.isDegraded()) {
      charges.degraded();
    }
    int next = 0;
    for (int i = 0; i < taken.length; i++) {
      Charge charge = charges.get(i);
      if (taken[i] != null) {
        charge.judged(true, 0, 0);
      } else {
        charge.answerAs(answer.get(next++));
      }
    }
    long now = time.nanos();
    for (int i = 0; i < taken.length; i++) {
      conclude(i, now);
    }
  }

  private void conclude(int i, long now) {
    Lease lease = leases.get(i);
    Grant grant = taken[i];
    Charge charge = charges.get(i);
    if (lease != null && grant != null) {
      if (!charges.counts(charge)) {
        lease.putBack(grant, charge.cost());
      }
      lease.report(charges, charge, grant, now);
    }
  }
}
