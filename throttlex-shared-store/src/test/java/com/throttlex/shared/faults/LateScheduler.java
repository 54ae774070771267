package com.throttlex.shared.faults;

import com.throttlex.shared.Scheduler;
import com.throttlex.shared.SchedulerThread;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scheduler that records how late the machine runs it.
 *
 * <p>A node can keep its times only as far as the machine runs it. So tests add the lag that was
 * measured here, in the same process over the same time.
 */
public final class LateScheduler implements Scheduler, AutoCloseable {
  private final SchedulerThread thread;
  private final AtomicLong worst = new AtomicLong();

  public LateScheduler(String name) {
    thread = new SchedulerThread(name);
  }

  @Override
  public void after(long nanos, Runnable work) {
    long due = System.nanoTime() + nanos;
    thread.after(
        nanos,
        () -> {
          work.run();
          worst.accumulateAndGet(System.nanoTime() - due, Math::max);
        });
  }

  /** Returns the largest delay of a task, in milliseconds. */
  public double worstMillis() {
    return worst.get() / 1e6;
  }

  @Override
  public void close() {
    thread.close();
  }
}
