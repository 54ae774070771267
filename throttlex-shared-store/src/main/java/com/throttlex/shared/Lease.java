package com.throttlex.shared;

import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One counter as this node sees it: its leased units, their demand, and whether a lease is in
 * flight.
 *
 * <p>This object's monitor guards all state. It is held for a few instructions and never during a
 * call to the shared store. At most one refill is in flight; requests that lack units meanwhile
 * wait for it.
 */
final class Lease {
  /** The most units that a node may hold before it returns some, in slots of demand. */
  private static final long MOST_SLOTS = 4;

  private final Lessor lessor;
  private final Key key;
  private final int index;
  private final Meter limit;
  private final Terms terms;
  private final Demand demand;
  private final Supply supply;
  private final Grants grants = new Grants();
  private final DenialBackoff backoff;
  private @Nullable CompletableFuture<Void> refill;
  private long askedAt;
  private boolean retired;

  /** Whether more units should be leased; read without the monitor and checked again under it. */
  private boolean low;

  Lease(Lessor lessor, Charge charge, Meter limit, long now) {
    this.lessor = lessor;
    this.limit = limit;
    key = Key.copyOf(charge.key());
    index = charge.index();
    terms = new Terms(false, 0, Sync.STRICT, charge.terms().onFailure());
    demand = new Demand(now);
    supply = new Supply(limit, now);
    backoff = new DenialBackoff(limit, now);
    askedAt = now;
  }

  Meter limit() {
    return limit;
  }

  /** Adds a request to the demand. */
  synchronized void demanded(long cost, long now) {
    demand.add(cost, now);
    askedAt = now;
  }

  /** Decides the only charge of a request here; returns false if there are too few units. */
  synchronized boolean decide(Verdicts verdicts, long now) {
    ChargeVerdict verdict = verdicts.get(0);
    long cost = verdict.charge().cost();
    demanded(cost, now);
    Grant taken = take(cost, now);
    if (taken == null) {
      return refill == null && backoff.deny(verdicts, verdict, now);
    }
    verdict.judged(true, 0, 0);
    report(verdicts, verdict, taken, now);
    return true;
  }

  /** Takes units; returns null if there are too few. */
  synchronized @Nullable Grant take(long cost, long now) {
    Grant taken = grants.take(cost, now);
    low = taken != null && refill == null && !backoff.isOn(now) && grants.isLow(now);
    return taken;
  }

  /** Puts back units that were taken. */
  synchronized void putBack(Grant grant, long cost) {
    grants.putBack(grant, cost);
  }

  /** Writes the answer to a charge after units were taken. */
  synchronized void report(Verdicts verdicts, ChargeVerdict verdict, Grant taken, long now) {
    long left = Math.min(limit.capacity(), supply.remaining() + grants.usable(now));
    long reset = Math.max(0, taken.resetAt() - now);
    verdict.report(left, verdicts.now() + reset, verdicts.now());
    if (taken.isDegraded()) {
      verdicts.degraded();
    }
  }

  /** Returns the units that can be used. */
  synchronized long held(long now) {
    return grants.usable(now);
  }

  /** Returns the units that can be used, and the most that they can be. */
  synchronized Discrepancy discrepancy(long now) {
    long held = grants.usable(now);
    return held == 0 ? Discrepancy.NONE : new Discrepancy(held, supply.mostHeld(), 0, 0);
  }

  /** Records the answer of the shared store to a request of this counter. */
  synchronized void learn(Verdicts answer, ChargeVerdict verdict, long sentAt) {
    supply.learn(answer, verdict, sentAt);
    if (Supply.isBusy(demand.units(sentAt), verdict.charge().cost())) {
      backoff.learn(answer, verdict, sentAt);
    }
  }

  boolean isLow() {
    return low;
  }

  /**
   * Leases more units unless a refill is in flight already.
   *
   * @return a stage that completes when the units have arrived or were denied; null if a lease is
   *     not worthwhile
   */
  @Nullable CompletionStage<Void> refill(long cost) {
    long sentAt = lessor.now();
    CompletableFuture<Void> mine = new CompletableFuture<>();
    Charges question;
    synchronized (this) {
      low = false;
      long chunk = refill != null || retired ? 0 : chunk(cost, sentAt);
      if (chunk == 0) {
        return refill;
      }
      refill = mine;
      question = lessor.question(key, index, limit, terms, chunk, sentAt);
    }
    String name = question.reservation();
    lessor
        .ask(question)
        .whenComplete((answer, failure) -> refilled(answer, name, sentAt, failure, mine));
    return mine;
  }

  private long chunk(long cost, long now) {
    return supply.chunk(cost, demand.units(now), grants.usable(now), lessor.nodes(), now);
  }

  private void refilled(
      Verdicts answer,
      @Nullable String name,
      long sentAt,
      @Nullable Throwable failure,
      CompletableFuture<Void> done) {
    if (failure == null) {
      giveBack(granted(answer, sentAt));
    } else if (name != null) {
      lessor.giveBack(name, 0); // the store may have charged it all the same
    }
    synchronized (this) {
      refill = null;
      if (failure != null || !answer.admitted()) {
        supply.pause(sentAt);
      }
    }
    done.complete(null);
  }

  /** Makes granted units usable; returns the grant that they replace, or null. */
  private synchronized @Nullable Grant granted(Verdicts answer, long sentAt) {
    ChargeVerdict verdict = answer.get(0);
    supply.learn(answer, verdict, sentAt);
    if (!answer.admitted() || verdict.charge().cost() < demand.units(sentAt)) {
      backoff.learnFew(answer, verdict, sentAt);
    }
    if (!answer.admitted()) {
      return null;
    }
    Grant granted = Grant.of(answer, sentAt);
    return retired ? granted : grants.add(granted, lessor.now());
  }

  private CompletionStage<Void> giveBack(@Nullable Grant grant) {
    String name = grant == null ? null : grant.returnableAs(lessor.now());
    return grant == null || name == null
        ? CompletableFuture.completedFuture(null)
        : lessor.giveBack(name, grant.used());
  }

  /** Returns units to the store for which there is no demand. */
  void rebalance(long now) {
    List<Grant> over = List.of();
    synchronized (this) {
      long returnable = grants.returnable(now);
      if (returnable > MOST_SLOTS * demand.units(now)) {
        over = grants.removeReturnable(now);
        supply.returned(returnable);
      }
    }
    over.forEach(this::giveBack);
  }

  /** Returns whether there was no request since that time. */
  synchronized boolean isIdle(long since) {
    return askedAt <= since;
  }

  /** Ends the lease: no more units are taken, and all returnable units are returned. */
  List<CompletionStage<Void>> retire() {
    List<Grant> over;
    synchronized (this) {
      retired = true;
      over = grants.removeReturnable(lessor.now());
      grants.clear();
    }
    return over.stream().map(this::giveBack).toList();
  }

  /** Ends the lease and drops its units, because the counter was reset. */
  synchronized void forget() {
    retired = true;
    grants.clear();
  }
}
