package com.throttlex.shared;

import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that are sent together. */
final class Batch {
  private final List<Call> calls;
  private volatile boolean sent;

  Batch(List<Call> calls) {
    this.calls = calls;
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

  List<Charges> requests() {
    List<Charges> requests = new ArrayList<>(calls.size());
    for (Call call : calls) {
      requests.add(call.request());
    }
    return requests;
  }

  /** Completes one call with its answer or a failure. */
  void end(int number, @Nullable Throwable failure) {
    Call call = calls.get(number);
    call.end(call.request(), failure);
  }

  /** Completes all calls that have not ended, with their answers or a failure. */
  void end(@Nullable Throwable failure) {
    for (Call call : calls) {
      call.end(call.request(), failure);
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
