package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/** The answers to a request, kept for its repetitions. */
final class Replay {
  private long now;
  private @Nullable String reservation;
  private long[] answers = {};

  /** Keeps the answers. */
  void record(Charges charges) {
    now = charges.now();
    reservation = charges.reservation();
    answers = new long[6 * charges.size()];
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      answers[6 * i] = charge.allowed() ? 1 : 0;
      answers[6 * i + 1] = charge.waitNanos();
      answers[6 * i + 2] = charge.delayNanos();
      answers[6 * i + 3] = charge.remaining();
      answers[6 * i + 4] = charge.resetAt();
      answers[6 * i + 5] = charge.bookedAt();
    }
  }

  /** Gives the answers again; false when the question has other parts by now. */
  boolean repeat(Charges charges) {
    if (answers.length != 6 * charges.size()) {
      return false;
    }
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      charge.judged(answers[6 * i] == 1, answers[6 * i + 1], answers[6 * i + 2]);
      charge.report(answers[6 * i + 3], answers[6 * i + 4], answers[6 * i + 5]);
    }
    charges.repeated(now, reservation);
    return true;
  }
}
