package com.throttlex.benchmarks.store;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An open loop: requests at fixed times, whether or not others have been answered.
 *
 * <p>The time of a decision counts from its scheduled time. So a late answer also counts for all
 * requests that wait behind it.
 */
public final class Schedule implements StoreLoad {
  private static final long PATIENCE_SECONDS = 20;

  private final BlockingQueue<Slot> arrived = new LinkedBlockingQueue<>();
  private final Contender contender;
  private final int keys;
  private final long gapNanos;
  private final Executor threads;
  private int key;

  /**
   * Creates a schedule that has not begun.
   *
   * @param perSecond the requests per second
   * @param threads the threads that send them; a contender that blocks keeps them waiting
   */
  public Schedule(Contender contender, int keys, int perSecond, Executor threads) {
    this.contender = contender;
    this.keys = keys;
    this.gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.threads = threads;
  }

  @Override
  public DecisionTally ask(Duration time) {
    DecisionTally tally = new DecisionTally();
    long start = System.nanoTime();
    long count = time.toNanos() / gapNanos;
    int slots = 0;
    for (long i = 0; i < count; i++) {
      long due = start + i * gapNanos;
      awaitTime(due);
      Slot free = arrived.poll();
      if (free == null) {
        free = new Slot(contender.question(), arrived::add);
        slots++;
      } else {
        free.count(tally);
      }
      send(free, due);
    }
    for (int i = 0; i < slots; i++) {
      awaitAnswer().count(tally);
    }
    return tally;
  }

  private static void awaitTime(long due) {
    for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }

  private void send(Slot slot, long due) {
    int asked = key;
    key = key + 1 == keys ? 0 : key + 1;
    threads.execute(
        () -> {
          if (slot.ask(asked, due)) {
            arrived.add(slot);
          }
        });
  }

  private Slot awaitAnswer() {
    try {
      Slot slot = arrived.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (slot == null) {
        throw new IllegalStateException(
            "answers: none for " + PATIENCE_SECONDS + " s (expected: some)");
      }
      return slot;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("answers: interrupted (expected: no interruption)", e);
    }
  }
}
