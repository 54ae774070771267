package com.throttlex.server.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notices Ctrl-C during a long command, and lets the command print what it has before the process
 * ends.
 */
final class Interruption implements AutoCloseable {
  private static final int LONGEST_SECONDS = 30;

  private final CountDownLatch printed = new CountDownLatch(1);
  private final Thread command = Thread.currentThread();
  private final Thread hook = new Thread(this::interrupt, "interruption");
  private volatile boolean interrupted;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupt() {
    interrupted = true;
    command.interrupt();
    try {
      var unused = printed.await(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isAbsent() {
    return !interrupted;
  }

  /** Lets the process end. */
  @Override
  public void close() {
    printed.countDown();
    if (!interrupted) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
