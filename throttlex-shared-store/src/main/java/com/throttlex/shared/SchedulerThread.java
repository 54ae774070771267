package com.throttlex.shared;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A scheduler with one thread, which does not keep the process alive. */
public final class SchedulerThread implements Scheduler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerThread.class);

  private final ScheduledThreadPoolExecutor executor;

  /** Creates a scheduler; its thread starts with the first task. */
  public SchedulerThread(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Runs a task once, after that many nanoseconds; ignores it if the scheduler is closed. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the task reports its own failure
  public void after(long nanos, Runnable work) {
    executor.schedule(() -> run(work), nanos, TimeUnit.NANOSECONDS);
  }

  private static void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("Scheduled work failed", e);
    }
  }

  /** Ends the thread; scheduled tasks do not run. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
