package com.throttlex.server;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does every second, on a thread of its own, what must not hold up event loops. */
final class Chores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);
  private static final int PATIENCE_SECONDS = 10;

  private final Engine engine;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "throttlex-chores");
            made.setDaemon(true);
            return made;
          });

  Chores(Engine engine) {
    this.engine = engine;
  }

  void start() {
    var unused = thread.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private void tick() {
    try {
      engine.tick();
    } catch (RuntimeException e) {
      LOG.error("chore failed; it is tried again in a second", e);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("chores: did not end in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
