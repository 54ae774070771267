package com.throttlex.shared;

import com.throttlex.store.Verdicts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that are sent together. */
final class Batch {
  private final List<Call> calls;
  private final List<Verdicts> requests;
  private volatile boolean sent;

  Batch(List<Call> calls) {
    this.calls = calls;
    requests = calls.stream().map(Call::request).toList();
  }

  List<Call> calls() {
    return calls;
  }

  /** Records that the store has the batch. */
  void sent() {
    sent = true;
  }

  boolean isSent() {
    return sent;
  }

  List<Verdicts> requests() {
    return requests;
  }

  /** Completes one call with its answer or a failure. */
  void end(int number, @Nullable Throwable failure) {
    calls.get(number).end(requests.get(number), failure);
  }

  /** Completes all calls that have not ended, with their answers or a failure. */
  void end(@Nullable Throwable failure) {
    for (int i = 0; i < calls.size(); i++) {
      end(i, failure);
    }
  }

  /** Fails the calls that have expired; returns whether all calls have ended. */
  boolean expire(long lagFreeNow, long now) {
    boolean all = true;
    for (Call call : calls) {
      all &= call.expire(lagFreeNow, now);
    }
    return all;
  }
}
