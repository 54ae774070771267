package com.throttlex.grpc;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether a service answers, as far as is known.
 *
 * <p>A service that keeps silent costs every caller the whole deadline, so after a silence it is
 * not asked for a second; then one caller at a time tries, and the first answer ends it. A failure
 * that comes at once costs nothing and stops nobody.
 */
final class Reachability {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOG_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long ALWAYS = Long.MIN_VALUE;

  private final long deadlineNanos;
  private final AtomicLong askFrom = new AtomicLong(ALWAYS);
  private final AtomicLong connectFrom = new AtomicLong(ALWAYS);
  private final AtomicLong logFrom = new AtomicLong(ALWAYS);
  private volatile String problem = "";

  Reachability(long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
  }

  /** Whether to ask; during a silence true for the one who is to try, until that has failed. */
  boolean mayAsk(long now) {
    long from = askFrom.get();
    return from == ALWAYS
        || (now >= from && askFrom.compareAndSet(from, now + deadlineNanos + PAUSE_NANOS));
  }

  /** Whether to try to connect at once, which is so once a second. */
  boolean mayConnect(long now) {
    long from = connectFrom.get();
    return now >= from && connectFrom.compareAndSet(from, now + PAUSE_NANOS);
  }

  /** Returns whether to log an error of the configuration; true at most once a minute. */
  boolean mayLog(long now) {
    long from = logFrom.get();
    return now >= from && logFrom.compareAndSet(from, now + LOG_PAUSE_NANOS);
  }

  /** Takes note of an answer; whether there was something wrong before. */
  boolean answered() {
    return !problem.isEmpty() && put("", ALWAYS);
  }

  /** Takes note of a failure that came at once; whether all was well before. */
  boolean failed(String why) {
    return put(why, ALWAYS);
  }

  /** Takes note of a silence; whether all was well before. */
  boolean silent(String why, long now) {
    return put(why, now + PAUSE_NANOS);
  }

  /** Whether it changes between well and not well. */
  private synchronized boolean put(String why, long from) {
    boolean changes = problem.isEmpty() != why.isEmpty();
    problem = why;
    askFrom.set(from);
    return changes;
  }

  /** What is wrong; empty when nothing is. */
  String problem() {
    return problem;
  }
}
