package com.throttlex;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tracks requests with a reservation until they settle or release it. */
final class ReservationTracker {
  private final Store store;
  private final TimeSource time;
  private final AdaptiveLimits adaptive;
  private final Waiters waiters;
  private volatile Consumer<String> settled = reservation -> {};

  ReservationTracker(Store store, TimeSource time, AdaptiveLimits adaptive, Waiters waiters) {
    this.store = store;
    this.time = time;
    this.adaptive = adaptive;
    this.waiters = waiters;
  }

  synchronized void listen(Consumer<String> listener) {
    settled = settled.andThen(listener);
  }

  void decided(Check check, Decision decision) {
    if (adaptive.isActive()) {
      watch(check, decision);
    }
  }

  private void watch(Check check, Decision decision) {
    for (int i = 0; i < check.size(); i++) {
      adaptive.inUse(check.rule(i).id(), check.inUse(i), !check.allowed(i));
    }
    String reservation = decision.reservation();
    // A stored answer may be that of a request which completed long ago.
    if (reservation != null
        && !ReservationLife.isBrief(reservation)
        && check.request().idempotencyKey() == null) {
      String source = LimitedWork.source(check.request());
      long patience = check.slotNanos() > 0 ? check.slotNanos() : ReservationLife.USUAL_NANOS;
      adaptive.began(reservation, source, check.ids(), time.nanos(), patience);
    }
  }

  CompletionStage<Settlement> settle(String reservation, long cost, Outcome outcome) {
    requireName(reservation);
    boolean undone = cost == 0 && outcome == Outcome.SUCCESS;
    adaptive.ended(reservation, undone ? Outcome.UNKNOWN : outcome, false, time.nanos());
    return settle(reservation, cost);
  }

  CompletionStage<@Nullable Decision> extend(String reservation, long cost) {
    requireName(reservation);
    return store
        .extend(reservation, cost, time.nanos())
        .thenApply(verdicts -> verdicts == null ? null : ExtensionAnswers.decision(verdicts));
  }

  /** Throws when a reservation name is too long, so that no store reads it. */
  private static void requireName(String reservation) {
    if (reservation.length() > RequestContext.MAX_TEXT) {
      throw new InvalidRequestException(
          List.of(
              "reservation: "
                  + reservation.length()
                  + " characters (expected: at most "
                  + RequestContext.MAX_TEXT
                  + ")"));
    }
  }

  CompletionStage<?> release(Decision decision, Outcome outcome) {
    String reservation = decision.reservation();
    if (reservation == null) {
      return CompletableFuture.completedFuture(null);
    }
    adaptive.ended(reservation, outcome, true, time.nanos());
    return settle(reservation, Store.AS_CHARGED);
  }

  private CompletionStage<Settlement> settle(String reservation, long cost) {
    return store
        .settle(reservation, cost, time.nanos())
        .whenComplete(
            (settlement, failure) -> {
              waiters.wake();
              settled.accept(reservation);
            });
  }
}
