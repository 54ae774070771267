package com.throttlex.servlet;

import jakarta.servlet.AsyncContext;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lets requests wait without a thread: one thread, started with the first of them, sends all of
 * them on when their time comes.
 */
final class Delays {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "throttlex-delay");
            thread.setDaemon(true);
            return thread;
          });

  /** Sends the request to the start of its filters again after that time. */
  void dispatchAfter(long nanos, AsyncContext context) {
    long timeout = context.getTimeout();
    if (timeout > 0) { // 0 is none
      context.setTimeout(timeout + TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
    var unused = timer.schedule(() -> context.dispatch(), nanos, TimeUnit.NANOSECONDS);
  }

  /** Ends the thread when the last request has gone on. */
  void close() {
    timer.shutdown();
  }
}
