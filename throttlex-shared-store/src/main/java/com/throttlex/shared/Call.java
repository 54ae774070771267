package com.throttlex.shared;

import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request in a {@link Coalescer}, and the stage that its caller holds.
 *
 * <p><b>Protocol.</b> The answer, the failure and the timeout compete to complete the stage. After
 * a timeout the store may still read the charges, so they are kept. Whatever it writes then goes to
 * verdicts that no caller has.
 */
final class Call extends CompletableFuture<Verdicts> implements Awaited {
  private final Charges charges;
  private final Deadline deadline;

  Call(Charges charges, Deadline deadline) {
    charges.keep();
    this.charges = charges;
    this.deadline = deadline;
  }

  /** Returns verdicts for one sending of the request, without answers. */
  Verdicts request() {
    return new Verdicts(charges);
  }

  @Override
  public boolean expire(long lagFreeNow, long now) {
    if (!isDone() && deadline.isOver(lagFreeNow, now)) {
      completeExceptionally(deadline.missed());
    }
    return isDone();
  }

  /**
   * Completes the call with its answer or a failure. If the call has timed out before, the answer
   * goes to the failure that ended it.
   */
  void end(Verdicts answer, @Nullable Throwable failure) {
    if (failure != null) {
      completeExceptionally(Failures.cause(failure));
    } else if (!complete(answer) && isCompletedExceptionally()) {
      var unused = whenComplete((none, ended) -> late(answer, ended));
    }
  }

  private static void late(Verdicts answer, @Nullable Throwable ended) {
    if (ended instanceof LateAnswerException late) {
      late.answered(answer);
    }
  }
}
