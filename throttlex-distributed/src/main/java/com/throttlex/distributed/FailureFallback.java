package com.throttlex.distributed;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests by their rules' {@link FailureMode} when the store cannot.
 *
 * <p>A request is still all or nothing: while a rule that can deny it is one that lets nothing
 * pass, the rules that limit by this node's share are only asked. What those answer is about the
 * share: the limit, what remains of it and when it is whole speak of the one counter that decided.
 * A class that may use up a part of the limit may use up that part of this node's share, but a unit
 * at least.
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
   * Answers the charges; a denial by mode, and one that only the store could lift, waits so long.
   *
   * @param late the failure of a store that was asked and may still answer, or null
   */
  void decide(Charges charges, long waitNanos, @Nullable LateAnswerException late) {
    Charges own = ownPart(charges);
    @Nullable Doubt[] doubts = new @Nullable Doubt[late == null ? 0 : charges.size()];
    if (own.size() > 0 || own.reservation() != null) {
      outage.decide(own, () -> note(own, charges, doubts));
      charges.decided(own.now(), own.reservation());
    }
    if (late != null) {
      lateAnswers.await(late, doubts);
    }
    int next = 0;
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      switch (charge.terms().onFailure()) {
        case LOCAL -> answer(charge, own.get(next++), waitNanos);
        case ALLOW -> allow(charge, charges.now());
        case DENY -> deny(charge, charges.now(), waitNanos);
      }
    }
    charges.degraded();
    tell(charges);
  }

  /** The charges against this node's shares, or a question about them if nothing may be charged. */
  private Charges ownPart(Charges charges) {
    Charges own = new Charges().startLike(charges);
    own.now(charges.now());
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
   * Notes what the store has to be told of: the units admitted, and the slots taken.
   *
   * @param doubts where to put units that the store may have charged; empty when it has not
   */
  private void note(Charges own, Charges charges, @Nullable Doubt[] doubts) {
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
      } else if (doubts.length == 0 || isGivenBack(own)) {
        outage.ledger().add(charge);
      } else {
        doubts[i] = outage.ledger().addInDoubt(charge, own.now());
      }
    }
    String reservation = own.reservation();
    if (!slots.isEmpty() && reservation != null && own.replayKey() == null) {
      long endsAt = own.now() + own.reservationNanos();
      outage.slots().add(new Slots.Taken(reservation, slots, endsAt));
    }
  }

  /** Whether what the store has charged is given back when its answer comes late. */
  private static boolean isGivenBack(Charges charges) {
    return charges.reservation() != null && charges.replayKey() == null;
  }

  private static void answer(Charge charge, Charge own, long waitNanos) {
    long wait = own.waitNanos();
    if (wait == Limit.NEVER && charge.needed() <= charge.limit().capacity()) {
      wait = waitNanos; // more than the share, but not more than the limit
    }
    charge.answerAs(own);
    charge.judged(own.allowed(), wait, own.delayNanos());
  }

  private static void allow(Charge charge, long now) {
    charge.judged(true, 0, 0);
    charge.report(charge.limit().capacity(), now, now);
  }

  private static void deny(Charge charge, long now, long waitNanos) {
    charge.judged(false, waitNanos, 0);
    charge.report(0, now + waitNanos, now);
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
