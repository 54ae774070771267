package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.RingLog;
import com.throttlex.algorithm.SlidingLog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of the logs of all cells, with a budget.
 *
 * <p>New logs may use three quarters of the budget, so that existing logs can grow. A log that has
 * to grow when nothing is left becomes less exact: see {@link RingLog#condense}. It never admits
 * more than its limit because of that.
 */
final class LogMemory {
  private final long budget;
  private final Segment[] segments;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger hand = new AtomicInteger();

  /** Creates the memory of the logs in those segments. */
  LogMemory(long budget, Segment[] segments) {
    this.budget = budget;
    this.segments = segments;
  }

  long bytes() {
    return bytes.get();
  }

  long budget() {
    return budget;
  }

  /**
   * Returns whether there is room for a new counter under that limit, with its log if it needs one.
   */
  boolean admits(Limit limit) {
    return !(limit instanceof SlidingLog) || bytes.get() < budget / 4 * 3;
  }

  /** Adds the bytes of a new cell's log, if it has one. */
  void add(Cell cell) {
    RingLog log = cell.log;
    if (log != null) {
      bytes.addAndGet(log.bytes());
    }
  }

  /** Removes the log of an evicted cell, if it has one. */
  void drop(Cell cell) {
    RingLog log = cell.log;
    if (log != null) {
      bytes.addAndGet(-log.bytes());
      cell.log = null;
    }
  }

  /** Makes room for a charge in the log of a held cell. */
  void makeRoom(RingLog log, long now) {
    if (!log.isFull()) {
      return;
    }
    long before = log.bytes();
    long growth = log.growth();
    if (take(growth) || (sweep(now) && take(growth))) {
      log.makeRoom();
      bytes.addAndGet(log.bytes() - before - growth);
    } else {
      log.condense();
    }
  }

  private boolean take(long growth) {
    if (bytes.addAndGet(growth) <= budget) {
      return true;
    }
    bytes.addAndGet(-growth);
    return false;
  }

  /** Evicts some full cells. It never waits, because the caller holds cells itself. */
  private boolean sweep(long now) {
    int next = Math.floorMod(hand.getAndIncrement(), segments.length);
    return segments[next].sweepUnlessBusy(now);
  }
}
