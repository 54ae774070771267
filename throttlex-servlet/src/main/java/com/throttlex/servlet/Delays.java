package com.throttlex.servlet;

import jakarta.servlet.AsyncContext;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Lets requests wait without a thread: one thread sends all of them on when their time comes. */
final class Delays {
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private Delays() {}

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "throttlex-delay");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /** Sends the request to the start of its filters again after that time. */
  static void dispatchAfter(long nanos, AsyncContext context) {
    context.setTimeout(context.getTimeout() + TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    var unused = TIMER.schedule(() -> context.dispatch(), nanos, TimeUnit.NANOSECONDS);
  }
}
