package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request in a {@link Coalescer}, and the stage that its caller holds.
 *
 * <p><b>Protocol.</b> The charges belong to the caller again as soon as the stage completes, and
 * callers reuse them and their keys. So the store gets a copy, which is made while the caller still
 * waits. The answer, the failure and the timeout compete for the one change of {@code ended}. Only
 * the winner writes to the caller's charges.
 */
final class Call extends CompletableFuture<Void> implements Awaited {
  private static final VarHandle ENDED;

  static {
    try {
      ENDED = MethodHandles.lookup().findVarHandle(Call.class, "ended", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Charges asked;
  private final Charges request;
  private final Deadline deadline;

  @SuppressWarnings("UnusedVariable") // read and written through ENDED
  private volatile boolean ended;

  /** The failure of a call that timed out; the store may still answer it. */
  private volatile @Nullable LateAnswerException missed;

  Call(Charges asked, Deadline deadline) {
    this.asked = asked;
    this.deadline = deadline;
    request = copy(asked);
  }

  /** Returns the copy to send. */
  Charges request() {
    return request;
  }

  /** Returns another copy, to send after the store has failed with the first one. */
  Charges requestAgain() {
    return copy(request);
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  public boolean expire(long lagFreeNow, long now) {
    if (!ended && deadline.isOver(lagFreeNow, now)) {
      LateAnswerException late = deadline.missed();
      missed = late; // set before the end, because an answer may come right after it
      end(request, late);
    }
    return ended;
  }

  /**
   * Completes the call with its answers or a failure. If the call has timed out before, the answers
   * go to the failure that ended it.
   */
  void end(Charges answers, @Nullable Throwable failure) {
    if (!ENDED.compareAndSet(this, false, true)) {
      LateAnswerException late = missed;
      if (failure == null && late != null) {
        late.answered(answers);
      }
    } else if (failure == null) {
      asked.answerAs(answers);
      complete(null);
    } else {
      completeExceptionally(Failures.cause(failure));
    }
  }

  private static Charges copy(Charges from) {
    Charges copy = new Charges().startLike(from);
    Key source = null;
    Key key = null;
    for (int i = 0; i < from.size(); i++) {
      Charge charge = from.get(i);
      if (key == null || charge.key() != source) {
        source = charge.key();
        key = KeyCopy.of(source);
      }
      copy.add(key, charge.index(), charge.limit(), charge.cost(), charge.rule(), charge.terms());
    }
    return copy;
  }
}
