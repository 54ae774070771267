package com.throttlex.shared;

import com.throttlex.store.Verdicts;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Corrects the charges of late answers: the request was decided by fallback, so the store's charges
 * belong to no request.
 *
 * <p>Charges with a reservation are given back. Charges without one cannot be given back and stay.
 * Charges of a request with a replay key stay too: the reservation may belong to an earlier request
 * that is in flight, and a later repeat gets the same answer. If this node admitted the same units,
 * the late charges count for them, and the store is not charged again.
 */
final class LateAnswers {
  private final Consumer<String> giveBack;

  /**
   * Creates the corrections of one store.
   *
   * @param giveBack gives back all charges of a reservation
   */
  LateAnswers(Consumer<String> giveBack) {
    this.giveBack = giveBack;
  }

  /**
   * Waits for the answer to a request.
   *
   * @param doubts for each charge, the units that this node admitted instead
   */
  void await(LateAnswerException late, @Nullable Doubt[] doubts) {
    late.whenAnswered(answer -> correct(answer, doubts));
  }

  private void correct(Verdicts answer, @Nullable Doubt[] doubts) {
    if (answer.charges().isDryRun() || !answer.admitted()) {
      return;
    }
    String reservation = answer.reservation();
    if (reservation != null && answer.charges().replayKey() == null) {
      giveBack.accept(reservation);
      return;
    }
    for (int i = 0; i < doubts.length; i++) {
      Doubt doubt = doubts[i];
      if (doubt != null && answer.counts(answer.get(i))) {
        doubt.charged();
      }
    }
  }
}
