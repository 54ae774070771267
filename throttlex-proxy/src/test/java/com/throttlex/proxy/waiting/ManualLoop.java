package com.throttlex.proxy.waiting;

import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** A waiting loop in virtual time: tasks and timers run when a test moves the clock. */
final class ManualLoop implements WaitingLoop {
  final ManualClock clock = new ManualClock();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private long numbers;

  private record Timer(long at, long number, Runnable task) {}

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Runnable after(long nanos, Runnable task) {
    Timer timer = new Timer(nanos() + Math.max(0, nanos), numbers++, task);
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  /** Runs all tasks that wait for the thread. */
  void settle() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Moves the clock, and runs every timer at its time. */
  void advance(Duration by) {
    long end = nanos() + by.toNanos();
    settle();
    for (Timer next = timers.peek(); next != null && next.at() <= end; next = timers.peek()) {
      timers.remove();
      clock.advance(Duration.ofNanos(Math.max(0, next.at() - nanos())));
      next.task().run();
      settle();
    }
    clock.advance(Duration.ofNanos(end - nanos()));
  }

  /** Moves the clock to the next timer; returns false if there is none. */
  boolean advance() {
    settle();
    Timer next = timers.peek();
    if (next == null) {
      return false;
    }
    advance(Duration.ofNanos(Math.max(0, next.at() - nanos())));
    return true;
  }

  int timers() {
    return timers.size();
  }
}
