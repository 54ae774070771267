package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fallback: decides requests by the {@code on-store-failure} of their rules.
 *
 * <p>A request is charged under all its rules or under none. If a rule with {@code deny} can deny
 * it, the rules with {@code local} are only peeked. Their answers are about the local share: limit,
 * remaining and reset are those of the one counter that decided. A priority class with a share of
 * the limit gets the same share of this node's local share, but at least one unit.
 */
final class FailureFallback {
  private static final FailureMode[] MODES = FailureMode.values();

  private final Outage outage;
  private final NodeShares shares;
  private final LateAnswers lateAnswers;
  private final GuardListener listener;

  FailureFallback(
      Outage outage, NodeShares shares, LateAnswers lateAnswers, GuardListener listener) {
    this.outage = outage;
    this.shares = shares;
    this.lateAnswers = lateAnswers;
    this.listener = listener;
  }

  /**
   * Returns the answer to the charges.
   *
   * @param waitNanos the retry-after of a denial by {@code deny}, and of a denial that only the
   *     store could lift
   * @param late the failure of a call that the store may still answer, or null
   */
  Verdicts decide(Charges charges, long waitNanos, @Nullable LateAnswerException late) {
    Verdicts own = new Verdicts(ownPart(charges));
    @Nullable Doubt[] doubts = new @Nullable Doubt[late == null ? 0 : charges.size()];
    if (own.size() > 0 || own.reservation() != null) {
      outage.decide(own, () -> note(own, charges, doubts));
    }
    if (late != null) {
      lateAnswers.await(late, doubts);
    }
    Verdicts verdicts = new Verdicts(charges);
    verdicts.decided(own.now(), own.reservation());
    int next = 0;
    for (int i = 0; i < charges.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      switch (verdict.charge().terms().onFailure()) {
        case LOCAL -> answer(verdict, own.get(next++), waitNanos);
        case ALLOW -> allow(verdict, verdicts.now());
        case DENY -> deny(verdict, verdicts.now(), waitNanos);
      }
    }
    verdicts.degraded();
    tell(charges);
    return verdicts;
  }

  /** Returns the charges against local shares; a peek if nothing may be charged. */
  private Charges ownPart(Charges charges) {
    Charges own = new Charges().startLike(charges);
    boolean asks = charges.isDryRun();
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      FailureMode mode = charge.terms().onFailure();
      asks |= mode == FailureMode.DENY && !charge.shadow();
      if (mode == FailureMode.LOCAL) {
        Limit share = shares.of(charge.limit());
        own.add(charge.key(), charge.index(), share, charge.cost(), charge.rule(), charge.terms());
      }
    }
    if (asks) {
      own.dryRun();
    }
    return own;
  }

  /**
   * Records the units admitted and the concurrency slots taken, which have to be charged to the
   * store.
   *
   * @param doubts receives the units that the store may have charged; empty if it has charged none
   */
  private void note(Verdicts own, Charges charges, @Nullable Doubt[] doubts) {
    if (own.now() != charges.now()) {
      return; // the answer to an earlier request
    }
    List<Slots.Part> slots = new ArrayList<>(0);
    int next = 0;
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      if (charge.terms().onFailure() != FailureMode.LOCAL || !own.counts(own.get(next++))) {
        continue;
      }
      if (charge.limit().algorithm() == Algorithm.CONCURRENCY) {
        slots.add(Slots.Part.of(charge));
      } else if (doubts.length == 0 || isGivenBack(charges)) {
        outage.ledger().add(charge);
      } else {
        doubts[i] = outage.ledger().addInDoubt(charge, own.now());
      }
    }
    String reservation = own.reservation();
    if (!slots.isEmpty() && reservation != null && charges.replayKey() == null) {
      long endsAt = own.now() + charges.reservationNanos();
      outage.slots().add(new Slots.Taken(reservation, slots, endsAt));
    }
  }

  /** Returns whether the store's charges are given back if its answer comes late. */
  private static boolean isGivenBack(Charges charges) {
    return charges.reservation() != null && charges.replayKey() == null;
  }

  private static void answer(ChargeVerdict verdict, ChargeVerdict own, long waitNanos) {
    Charge charge = verdict.charge();
    long wait = own.waitNanos();
    if (wait == Limit.NEVER && charge.needed() <= charge.limit().capacity()) {
      wait = waitNanos; // more than the local share, but not more than the limit
    }
    verdict.answerAs(own);
    verdict.judged(own.allowed(), wait, own.delayNanos());
  }

  private static void allow(ChargeVerdict verdict, long now) {
    verdict.judged(true, 0, 0);
    verdict.report(verdict.limit().capacity(), now, now);
  }

  private static void deny(ChargeVerdict verdict, long now, long waitNanos) {
    verdict.judged(false, waitNanos, 0);
    verdict.report(0, now + waitNanos, now);
  }

  private void tell(Charges charges) {
    for (FailureMode mode : MODES) {
      for (int i = 0; i < charges.size(); i++) {
        if (charges.get(i).terms().onFailure() == mode) {
          listener.fallback(mode);
          break;
        }
      }
    }
  }
}
