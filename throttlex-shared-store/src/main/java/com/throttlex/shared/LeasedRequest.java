package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
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
  CompletionStage<Verdicts> decide() {
    List<CompletionStage<Void>> refills = takeAll();
    if (refills.isEmpty() || rounds == MOST_ROUNDS) {
      return ask();
    }
    rounds++;
    putBack();
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

  /** Puts all units back that were taken. */
  private void putBack() {
    for (int i = 0; i < taken.length; i++) {
      Lease lease = leases.get(i);
      Grant grant = taken[i];
      if (lease != null && grant != null) {
        lease.putBack(grant, charges.get(i).cost());
        taken[i] = null;
      }
    }
  }

  /** Sends the charges that were not taken to the shared store. */
  private CompletionStage<Verdicts> ask() {
    Charges rest = rest();
    if (rest.size() == 0) {
      return conclude(new Verdicts(rest)).stage();
    }
    charges.keep(); // the rest has the same keys
    long sentAt = time.nanos();
    return shared
        .decide(rest.size() == charges.size() ? charges : rest)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                putBack();
              }
            })
        .thenApply(answer -> answered(answer, sentAt));
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

  private Verdicts answered(Verdicts answer, long sentAt) {
    int next = 0;
    for (int i = 0; i < taken.length; i++) {
      if (taken[i] == null) {
        ChargeVerdict verdict = answer.get(next++);
        Lease lease = leases.get(i);
        if (lease != null) {
          lease.learn(answer, verdict, sentAt);
        }
      }
    }
    return answer.charges() == charges ? answer : conclude(answer);
  }

  /** Combines the answers of the leases and of the shared store. */
  private Verdicts conclude(Verdicts answer) {
    Verdicts verdicts = new Verdicts(charges);
    verdicts.now(answer.now());
    if (answer.isDegraded()) {
      verdicts.degraded();
    }
    int next = 0;
    for (int i = 0; i < taken.length; i++) {
      if (taken[i] != null) {
        verdicts.get(i).judged(true, 0, 0);
      } else {
        verdicts.get(i).answerAs(answer.get(next++));
      }
    }
    long now = time.nanos();
    for (int i = 0; i < taken.length; i++) {
      conclude(verdicts, i, now);
    }
    return verdicts;
  }

  private void conclude(Verdicts verdicts, int i, long now) {
    Lease lease = leases.get(i);
    Grant grant = taken[i];
    ChargeVerdict verdict = verdicts.get(i);
    if (lease != null && grant != null) {
      if (!verdicts.counts(verdict)) {
        lease.putBack(grant, verdict.charge().cost());
      }
      lease.report(verdicts, verdict, grant, now);
    }
  }
}
