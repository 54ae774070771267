package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import org.jspecify.annotations.Nullable;

/** The answers to a request that was admitted, kept for its repetitions. */
final class Replay {
  private long now;
  private @Nullable String reservation;
  private long[] answers = {};
  private Limit[] limits = {};

  /** Keeps the answers. */
  void record(Charges charges) {
    now = charges.now();
    reservation = charges.reservation();
    long[] kept = new long[6 * charges.size()];
    limits = new Limit[charges.size()];
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      limits[i] = charge.limit();
      kept[6 * i] = charge.allowed() ? 1 : 0;
      kept[6 * i + 1] = charge.waitNanos();
      kept[6 * i + 2] = charge.delayNanos();
      kept[6 * i + 3] = charge.remaining();
      kept[6 * i + 4] = charge.resetAt();
      kept[6 * i + 5] = charge.bookedAt();
    }
    answers = kept;
  }

  /** Gives the answers again; false for a question of other parts. */
  boolean repeat(Charges charges) {
    long[] kept = answers;
    if (kept.length != 6 * charges.size()) {
      return false;
    }
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      charge.answeredUnder(limits[i]);
      charge.judged(kept[6 * i] == 1, kept[6 * i + 1], kept[6 * i + 2]);
      charge.report(kept[6 * i + 3], kept[6 * i + 4], kept[6 * i + 5]);
    }
    charges.repeated(now, reservation);
    return true;
  }
}
