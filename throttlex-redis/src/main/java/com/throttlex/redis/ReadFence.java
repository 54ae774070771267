package com.throttlex.redis;

import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** The event loops that read answers; runs tasks after the loops have read. */
final class ReadFence {
  private final Set<EventLoop> loops = new CopyOnWriteArraySet<>();

  /** Adds a loop on which answers are read. */
  void add(EventLoop loop) {
    loops.add(loop);
  }

  /** Runs a task after everything was read that Redis had sent before. */
  void afterReading(Runnable work) {
    AtomicInteger open = new AtomicInteger(1);
    Runnable read =
        () -> {
          if (open.decrementAndGet() == 0) {
            work.run();
          }
        };
    for (EventLoop loop : loops) {
      open.incrementAndGet();
      afterReading(loop, read);
    }
    read.run();
  }

  /**
   * Runs a task after two turns of a loop. A loop reads before it runs tasks, so everything is
   * read.
   */
  private static void afterReading(EventLoop loop, Runnable read) {
    try {
      loop.execute(() -> loop.execute(read));
    } catch (RejectedExecutionException e) {
      read.run(); // the loop has ended and reads nothing more
    }
  }
}
