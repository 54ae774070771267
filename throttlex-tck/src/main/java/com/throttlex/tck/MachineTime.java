package com.throttlex.tck;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * The time since a beginning, without the time by which a busy machine was late.
 *
 * <p>A thread waits and computes for a known time again and again. It takes longer when other
 * programs have the processors; the difference is the delay of the machine. So a promise such as
 * "within a second" can be tested beside other builds: work that waits for no reason still counts.
 */
public final class MachineTime implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long WAIT_NANOS = 2_000_000;
  private static final long WORK_NANOS = 500_000;

  private final long began = System.nanoTime();
  private final Thread thread = new Thread(this::measure, "machine-time");
  private long stepBegan = began;
  private long lateNanos;
  private volatile boolean ended;

  private MachineTime() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns the milliseconds that some work took, without the delay of the machine. */
  public static double of(Runnable work) {
    try (MachineTime time = new MachineTime()) {
      work.run();
      return time.millis();
    }
  }

  /** Begins to measure. */
  public static MachineTime start() {
    return new MachineTime();
  }

  private void measure() {
    while (!ended) {
      LockSupport.parkNanos(WAIT_NANOS);
      long used = THREADS.getCurrentThreadCpuTime();
      while (THREADS.getCurrentThreadCpuTime() - used < WORK_NANOS) {
        Thread.onSpinWait();
      }
      step();
    }
  }

  private synchronized void step() {
    long now = System.nanoTime();
    lateNanos += late(now);
    stepBegan = now;
  }

  /** Returns by how much the current step is late. */
  private long late(long now) {
    return Math.max(0, now - stepBegan - WAIT_NANOS - WORK_NANOS);
  }

  /** Returns the milliseconds since the beginning, without the delay of the machine. */
  public synchronized double millis() {
    long now = System.nanoTime();
    return (now - began - lateNanos - late(now)) / 1e6;
  }

  /** Ends to measure. */
  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
