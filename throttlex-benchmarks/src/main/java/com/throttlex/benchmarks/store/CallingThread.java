package com.throttlex.benchmarks.store;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that keeps a number of decisions in flight, and sends the next request as soon as an
 * answer comes.
 *
 * <p>Answers that come on other threads are handed over to it. An answer that is complete at once
 * queues behind the others, so that every slot gets its turn.
 */
final class CallingThread {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Queue<Slot> arrived = new ConcurrentLinkedQueue<>();
  private final Queue<Slot> ready = new ArrayDeque<>();
  private final int slots;
  private final int keys;
  private int key;
  private volatile @Nullable Thread waiting;

  /**
   * Creates a caller that has not called yet.
   *
   * @param key its first key, of that many
   */
  CallingThread(Contender contender, int slots, int keys, int key) {
    this.slots = slots;
    this.keys = keys;
    this.key = key;
    for (int i = 0; i < slots; i++) {
      ready.add(new Slot(contender.question(), this::hand));
    }
  }

  private void hand(Slot slot) {
    arrived.add(slot);
    Thread waiter = waiting;
    if (waiter != null) {
      LockSupport.unpark(waiter);
    }
  }

  /** Calls for that long, and then waits for the remaining answers. */
  DecisionTally run(long nanos) {
    DecisionTally tally = new DecisionTally();
    long start = System.nanoTime();
    for (long now = start; now - start < nanos; ) {
      Slot slot = next(tally);
      now = System.nanoTime();
      if (slot.ask(key, now)) {
        slot.count(tally);
        ready.add(slot);
      }
      key = key + 1 == keys ? 0 : key + 1;
    }
    while (ready.size() < slots) {
      take(await(), tally);
    }
    return tally;
  }

  private Slot next(DecisionTally tally) {
    Slot back = ready.isEmpty() ? await() : arrived.poll();
    if (back != null) {
      take(back, tally);
    }
    return ready.remove();
  }

  private void take(Slot back, DecisionTally tally) {
    back.count(tally);
    ready.add(back);
  }

  private Slot await() {
    long start = System.nanoTime();
    waiting = Thread.currentThread();
    try {
      Slot back = arrived.poll();
      while (back == null) {
        LockSupport.parkNanos(this, PATIENCE_NANOS);
        back = arrived.poll();
        if (back == null && System.nanoTime() - start > PATIENCE_NANOS) {
          throw new IllegalStateException("answers: none for 10 s (expected: some)");
        }
      }
      return back;
    } finally {
      waiting = null;
    }
  }
}
