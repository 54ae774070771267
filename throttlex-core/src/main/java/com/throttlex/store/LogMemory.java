package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.RingLog;
import com.throttlex.algorithm.SlidingLog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the logs of all cells take, and what to do when it is used up.
 *
 * <p>New logs get three quarters of it, so that those that are there can grow. A log that needs
 * more when nothing is left remembers less exactly: see {@link RingLog#condense}. It never admits
 * more than its limit for that.
 */
final class LogMemory {
  private final long budget;
  private final Segment[] segments;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger hand = new AtomicInteger();

  /** Memory for the logs of those segments. */
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

  /** Whether a counter for that limit finds room for a log, if it needs one. */
  boolean admits(Limit limit) {
    return !(limit instanceof SlidingLog) || bytes.get() < budget / 4 * 3;
  }

  /** Counts the log of a cell that comes into use, if it has one. */
  void add(Cell cell) {
    RingLog log = cell.log;
    if (log != null) {
      bytes.addAndGet(log.bytes());
    }
  }

  /** Drops the log of a cell that is out of use, if it has one. */
  void drop(Cell cell) {
    RingLog log = cell.log;
    if (log != null) {
      bytes.addAndGet(-log.bytes());
      cell.log = null;
    }
  }

  /** Makes room for a charge in a log of a cell that is held. */
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

  /** Evicts some cells that are whole; never waits, as the caller holds cells itself. */
  private boolean sweep(long now) {
    int next = Math.floorMod(hand.getAndIncrement(), segments.length);
    return segments[next].sweepUnlessBusy(now);
  }
}
