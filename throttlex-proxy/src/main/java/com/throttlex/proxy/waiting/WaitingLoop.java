package com.throttlex.proxy.waiting;

import com.throttlex.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** The one thread that moves held requests, and its timers. */
public interface WaitingLoop {
  /** Runs a task on the thread, later and in order; also when called on the thread itself. */
  void execute(Runnable task);

  /**
   * Runs a task on the thread after that time, and never before.
   *
   * @return cancels the task; does nothing after it has run
   */
  Runnable after(long nanos, Runnable task);

  /** Returns the time in nanoseconds. */
  long nanos();

  /** Returns one event loop of Vert.x. Its timers count milliseconds, rounded up. */
  static WaitingLoop of(Vertx vertx, TimeSource time) {
    Context context = vertx.getOrCreateContext();
    return new WaitingLoop() {
      @Override
      public void execute(Runnable task) {
        context.runOnContext(none -> task.run());
      }

      @Override
      public Runnable after(long nanos, Runnable task) {
        // Called on the context, which the timer therefore uses.
        long timer = vertx.setTimer(Math.max(1, (nanos + 999_999) / 1_000_000), id -> task.run());
        return () -> vertx.cancelTimer(timer);
      }

      @Override
      public long nanos() {
        return time.nanos();
      }
    };
  }
}
