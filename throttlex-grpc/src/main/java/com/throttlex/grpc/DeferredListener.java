package com.throttlex.grpc;

import io.grpc.ServerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens to a call that has not begun yet, and keeps its events until it has.
 *
 * <p>Implementation note. Events come one at a time, but on another thread than the one that begins
 * the call. New events are kept until all kept ones have been passed on in order. The switch to
 * direct delivery happens under the lock when none is left. So the call's own listener never gets
 * two events at a time, and never out of order. A call that is cancelled before it begins never
 * begins.
 */
final class DeferredListener<Q> extends ServerCall.Listener<Q> {
  private List<Consumer<ServerCall.Listener<Q>>> kept = new ArrayList<>();
  private volatile ServerCall.@Nullable Listener<Q> open;
  private boolean begun;
  private boolean gone;
  private @Nullable Runnable whenGone;

  /** Sets the action for a call that is cancelled before it begins, also if it already was. */
  void whenGone(Runnable action) {
    synchronized (this) {
      if (!gone) {
        whenGone = action;
        return;
      }
    }
    action.run();
  }

  /** Returns whether the call may begin; then its own listener gets all events. */
  synchronized boolean begin() {
    begun = !gone;
    return begun;
  }

  /** Passes all kept and all further events to the call's own listener. */
  void pass(ServerCall.Listener<Q> to) {
    for (List<Consumer<ServerCall.Listener<Q>>> next = next(to); !next.isEmpty(); next = next(to)) {
      next.forEach(event -> event.accept(to));
    }
  }

  private synchronized List<Consumer<ServerCall.Listener<Q>>> next(ServerCall.Listener<Q> to) {
    List<Consumer<ServerCall.Listener<Q>>> next = kept;
    if (next.isEmpty()) {
      open = to;
    } else {
      kept = new ArrayList<>();
    }
    return next;
  }

  private void hear(Consumer<ServerCall.Listener<Q>> event) {
    ServerCall.Listener<Q> to = open;
    if (to == null) {
      synchronized (this) {
        to = open;
        if (to == null) {
          kept.add(event);
          return;
        }
      }
    }
    event.accept(to);
  }

  @Override
  public void onMessage(Q message) {
    hear(to -> to.onMessage(message));
  }

  @Override
  public void onHalfClose() {
    hear(ServerCall.Listener::onHalfClose);
  }

  @Override
  public void onCancel() {
    boolean early;
    Runnable action;
    synchronized (this) {
      early = !begun;
      gone = early;
      action = whenGone;
    }
    if (!early) {
      hear(ServerCall.Listener::onCancel);
    } else if (action != null) {
      action.run();
    }
  }

  @Override
  public void onComplete() {
    hear(ServerCall.Listener::onComplete);
  }

  @Override
  public void onReady() {
    hear(ServerCall.Listener::onReady);
  }
}
