package com.throttlex.server.rules;

import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.FailureReason;
import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that polls for changes of rules about twice a second, and at once when it is notified.
 * It remembers why the last poll failed.
 */
final class RulePoller {
  private static final Logger LOG = LoggerFactory.getLogger(RulePoller.class);

  /** The longest time between two polls; a change must be in force within a second. */
  private static final long LOOK_MILLIS = 500;

  private static final long RETRY_MILLIS = 200;
  private static final int PATIENCE_SECONDS = 10;

  private final String what;
  private final int forgiven;
  private final ScheduledThreadPoolExecutor thread;
  private int failures;
  private volatile @Nullable String problem;

  /**
   * Creates a thread that is not started.
   *
   * @param what the task in messages, as in "rules: polling the database works again"
   * @param forgiven the number of failures in a row that are not reported
   */
  RulePoller(String what, int forgiven) {
    this.what = what;
    this.forgiven = forgiven;
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, "throttlex-rules");
              made.setDaemon(true);
              return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Starts to poll; after a failure, the next poll comes sooner. */
  void start(Runnable look) {
    long millis = jittered(failures > 0 ? RETRY_MILLIS : LOOK_MILLIS);
    var unused =
        thread.schedule(
            () -> {
              try {
                look.run();
              } finally {
                start(look);
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
  }

  /** Returns between half and all of a time, so that nodes do not poll at the same moment. */
  static long jittered(long most) {
    return ThreadLocalRandom.current().nextLong(most / 2, most + 1);
  }

  /** Runs a task on the thread as soon as it is free. */
  void execute(Runnable work) {
    thread.execute(work);
  }

  /** Runs a task that may fail; call it on the thread. */
  void attempt(Runnable work) {
    try {
      work.run();
      if (problem != null) {
        LOG.info("rules: {} works again", what);
      }
      failures = 0;
      problem = null;
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void failed(RuntimeException e) {
    failures++;
    if (failures > forgiven) {
      Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      if (problem == null) {
        log(cause);
      }
      problem = String.valueOf(cause.getMessage());
    }
  }

  /** Logs a failure; with a stack trace unless a store or database is unavailable. */
  private void log(Throwable cause) {
    boolean known = cause instanceof DatabaseException d && d.reason() != FailureReason.OTHER;
    if (cause instanceof StoreUnavailableException || known) {
      LOG.warn(
          "rules: {} failed ({}); the current rules stay in force; retrying",
          what,
          cause.getMessage());
    } else {
      LOG.warn("rules: {} failed; the current rules stay in force; retrying", what, cause);
    }
  }

  /** Returns why the last poll failed, or null if it did not. */
  @Nullable String problem() {
    return problem;
  }

  /** Runs a last task, and ends. */
  void end(Runnable last) {
    if (thread.isShutdown()) {
      return;
    }
    Future<?> done = thread.submit(last);
    try {
      done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      thread.shutdown();
      if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("rules: the last poll is still running after the timeout; closing anyway");
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("rules: polling is still running after the timeout; closing anyway", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.shutdownNow();
    }
  }
}
