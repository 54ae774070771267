package com.throttlex.distributed;

import com.throttlex.store.Charges;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Corrects what a late answer has made wrong: by then the request was decided without the store, so
 * what the store has charged counts for nobody.
 *
 * <p>Charges with a reservation are given back. Charges without one cannot be: they stand. Charges
 * of a request with a replay key stand too: the reservation may be that of an earlier request,
 * whose work goes on, and a later repetition gets the same answer. If the same units were admitted
 * in this node, these are the ones, and the store is not charged again.
 */
final class LateAnswers {
  private final Consumer<String> giveBack;

  /**
   * Corrections of one store.
   *
   * @param giveBack gives back all that was charged under a reservation
   */
  LateAnswers(Consumer<String> giveBack) {
    this.giveBack = giveBack;
  }

  /**
   * Waits for the answer to a request.
   *
   * @param doubts by charge: the units that were admitted in this node instead
   */
  void await(LateAnswerException late, @Nullable Doubt[] doubts) {
    late.whenAnswered(answer -> correct(answer, doubts));
  }

  private void correct(Charges answer, @Nullable Doubt[] doubts) {
    if (answer.isDryRun() || !answer.admitted()) {
      return;
    }
    String reservation = answer.reservation();
    if (reservation != null && answer.replayKey() == null) {
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
