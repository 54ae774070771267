package com.throttlex.servlet;

import jakarta.servlet.AsyncContext;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Delays requests without a thread for each: one thread, started by the first of them, dispatches
 * each request when its delay ends.
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

  /** Dispatches the request again to the first filter after that time. */
  void dispatchAfter(long nanos, AsyncContext context) {
    long timeout = context.getTimeout();
    if (timeout > 0) { // 0 means no timeout
      context.setTimeout(timeout + TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
    var unused = timer.schedule(() -> context.dispatch(), nanos, TimeUnit.NANOSECONDS);
  }

  /** Ends the thread after the last delayed request. */
  void close() {
    timer.shutdown();
  }
}
