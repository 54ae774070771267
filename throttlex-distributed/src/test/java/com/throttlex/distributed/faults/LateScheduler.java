package com.throttlex.distributed.faults;

import com.throttlex.distributed.Scheduler;
import com.throttlex.distributed.SchedulerThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scheduler that notes how late the machine lets it be.
 *
 * <p>What a node promises in time it can promise only as far as it gets to run. So tests add to a
 * promise what was measured here, in the same process over the same time.
 */
public final class LateScheduler implements Scheduler, AutoCloseable {
  private final SchedulerThread thread;
  private static final long SLACK_NANOS = 1_000_000;

  /** Work that was done late. */
  private record Late(long at, long nanos) {}

  private final AtomicLong worst = new AtomicLong();
  private final Queue<Late> late = new ConcurrentLinkedQueue<>();

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
          note(System.nanoTime(), due);
        });
  }

  private void note(long now, long due) {
    worst.accumulateAndGet(now - due, Math::max);
    if (now - due > SLACK_NANOS) {
      late.add(new Late(now, now - due));
    }
  }

  /** How late work was in sum, in the worst time of that length, in milliseconds. */
  public double worstSumMillis(Duration length) {
    Deque<Late> within = new ArrayDeque<>();
    long sum = 0;
    long most = 0;
    for (Late next : late) {
      within.add(next);
      sum += next.nanos;
      while (next.at - within.getFirst().at > length.toNanos()) {
        sum -= within.removeFirst().nanos;
      }
      most = Math.max(most, sum);
    }
    return most / 1e6;
  }

  /** How late the latest work was done, in milliseconds. */
  public double worstMillis() {
    return worst.get() / 1e6;
  }

  @Override
  public void close() {
    thread.close();
  }
}
