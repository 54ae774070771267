package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import org.jspecify.annotations.Nullable;

/** The stored answers of an admitted request, for repeated requests. */
final class Replay extends Expiring<Replay> {
  /** The bytes of this object, its place in the table, and two arrays without their elements. */
  private static final int BYTES = 80 + 2 * 20;

  private static final int NUMBERS = 6;

  /** The bytes of a limit, and of the numbers of an answer. */
  private static final int ANSWER_BYTES = 4 + NUMBERS * Long.BYTES;

  /** The bytes of a string and its array, without characters. */
  private static final int TEXT_BYTES = 48;

  private final long now;
  private final @Nullable String reservation;
  private final long[] answers;
  private final Limit[] limits;

  /** Stores the answers until that time, for a key of that hash. */
  Replay(long hi, long lo, long endsAt, Charges charges) {
    super(hi, lo, endsAt);
    now = charges.now();
    reservation = charges.reservation();
    answers = new long[NUMBERS * charges.size()];
    limits = new Limit[charges.size()];
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      limits[i] = charge.limit();
      answers[NUMBERS * i] = charge.allowed() ? 1 : 0;
      answers[NUMBERS * i + 1] = charge.waitNanos();
      answers[NUMBERS * i + 2] = charge.delayNanos();
      answers[NUMBERS * i + 3] = charge.remaining();
      answers[NUMBERS * i + 4] = charge.resetAt();
      answers[NUMBERS * i + 5] = charge.bookedAt();
    }
  }

  @Override
  int bytes() {
    int name = reservation == null ? 0 : TEXT_BYTES + reservation.length();
    return BYTES + ANSWER_BYTES * limits.length + name;
  }

  /**
   * Writes the answers to the charges; returns false if the request has another number of charges.
   */
  boolean repeat(Charges charges) {
    if (limits.length != charges.size()) {
      return false;
    }
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      charge.answeredUnder(limits[i]);
      charge.judged(answers[NUMBERS * i] == 1, answers[NUMBERS * i + 1], answers[NUMBERS * i + 2]);
      charge.report(answers[NUMBERS * i + 3], answers[NUMBERS * i + 4], answers[NUMBERS * i + 5]);
    }
    charges.decided(now, reservation);
    return true;
  }
}
