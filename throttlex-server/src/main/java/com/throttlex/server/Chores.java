package com.throttlex.server;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs background tasks every second, so that they never block event loops. Tasks that may wait for
 * the database have one thread, the others another.
 */
final class Chores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);
  private static final int PATIENCE_SECONDS = 10;

  private final Engine engine;
  private final CompatServices compat;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          2,
          work -> {
            Thread made = new Thread(work, "throttlex-chores");
            made.setDaemon(true);
            return made;
          });

  Chores(Engine engine, CompatServices compat) {
    this.engine = engine;
    this.compat = compat;
  }

  void start() {
    everySecond(engine::tick);
    everySecond(compat::tick);
    everySecond(engine::keep);
  }

  private void everySecond(Runnable chore) {
    var unused = threads.scheduleWithFixedDelay(() -> attempt(chore), 1, 1, TimeUnit.SECONDS);
  }

  private static void attempt(Runnable chore) {
    try {
      chore.run();
    } catch (RuntimeException e) {
      LOG.error("background task failed; retrying in a second", e);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("background tasks: still running after the timeout; closing anyway");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
