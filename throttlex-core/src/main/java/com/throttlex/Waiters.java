package com.throttlex;

import com.throttlex.algorithm.Limit;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait for units; a release wakes one of them. */
final class Waiters {
  /** The longest wait for units that another thread may release at any time: 50 ms. */
  private static final long LONGEST_NAP = 50_000_000L;

  /** The longest timeout that makes a difference: a century. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final TimeSource time;

  Waiters(TimeSource time) {
    this.time = time;
  }

  /** Returns a timeout in nanoseconds, from 0 to a century. */
  static long nanos(Duration timeout) {
    if (timeout.isNegative()) {
      return 0;
    }
    return timeout.compareTo(FOREVER) < 0 ? timeout.toNanos() : FOREVER.toNanos();
  }

  /** An operation that is retried until it succeeds. */
  interface Attempt {
    /** Tries once. Returns 0 on success, or else the nanoseconds to wait before the next try. */
    long tryAndWait();

    /** Returns whether it may succeed before that wait ends, because units can be released. */
    boolean mayComeEarlier();
  }

  /** Retries until it succeeds, or until it cannot succeed before the deadline. */
  boolean await(long deadline, Attempt attempt) throws InterruptedException {
    long wait = attempt.tryAndWait();
    if (wait == 0) {
      return true;
    }
    Thread me = Thread.currentThread();
    threads.add(me);
    try {
      for (long left = deadline - time.nanos(); wait != 0; left = deadline - time.nanos()) {
        boolean early = attempt.mayComeEarlier();
        if (left <= 0 || wait == Limit.NEVER || (wait > left && !early)) {
          return false;
        }
        time.sleep(early ? Math.min(Math.min(wait, left), LONGEST_NAP) : wait);
        wait = attempt.tryAndWait();
      }
      return true;
    } finally {
      threads.remove(me);
    }
  }

  /** Wakes the thread that waits longest. */
  void wake() {
    Thread first = threads.peek();
    if (first != null) {
      LockSupport.unpark(first);
    }
  }
}
