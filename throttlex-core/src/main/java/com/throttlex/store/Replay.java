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
  Replay(long hi, long lo, long endsAt, Verdicts verdicts) {
    super(hi, lo, endsAt);
    now = verdicts.now();
    reservation = verdicts.reservation();
    answers = new long[NUMBERS * verdicts.size()];
    limits = new Limit[verdicts.size()];
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      limits[i] = verdict.limit();
      answers[NUMBERS * i] = verdict.allowed() ? 1 : 0;
      answers[NUMBERS * i + 1] = verdict.waitNanos();
      answers[NUMBERS * i + 2] = verdict.delayNanos();
      answers[NUMBERS * i + 3] = verdict.remaining();
      answers[NUMBERS * i + 4] = verdict.resetAt();
      answers[NUMBERS * i + 5] = verdict.bookedAt();
    }
  }

  @Override
  int bytes() {
    int name = reservation == null ? 0 : TEXT_BYTES + reservation.length();
    return BYTES + ANSWER_BYTES * limits.length + name;
  }

  /** Writes the answers; returns false if the request has another number of charges. */
  boolean repeat(Verdicts verdicts) {
    if (limits.length != verdicts.size()) {
      return false;
    }
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      verdict.answeredUnder(limits[i]);
      verdict.judged(answers[NUMBERS * i] == 1, answers[NUMBERS * i + 1], answers[NUMBERS * i + 2]);
      verdict.report(answers[NUMBERS * i + 3], answers[NUMBERS * i + 4], answers[NUMBERS * i + 5]);
    }
    verdicts.decided(now, reservation);
    return true;
  }
}
