package com.throttlex.grpc;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tracks whether a service answers.
 *
 * <p>A service that does not answer costs every caller the whole deadline. So after a timeout it is
 * not called for a second. Then one caller at a time tries, until one gets an answer. A failure
 * that comes at once costs nothing, so calls continue.
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

  /** Returns whether to call the service; after a timeout, true for one caller at a time. */
  boolean mayAsk(long now) {
    long from = askFrom.get();
    return from == ALWAYS
        || (now >= from && askFrom.compareAndSet(from, now + deadlineNanos + PAUSE_NANOS));
  }

  /** Returns whether to connect now; true at most once a second. */
  boolean mayConnect(long now) {
    long from = connectFrom.get();
    return now >= from && connectFrom.compareAndSet(from, now + PAUSE_NANOS);
  }

  /** Returns whether to log an error of the configuration; true at most once a minute. */
  boolean mayLog(long now) {
    long from = logFrom.get();
    return now >= from && logFrom.compareAndSet(from, now + LOG_PAUSE_NANOS);
  }

  /** Records an answer; returns whether the service was failing before. */
  boolean answered() {
    return !problem.isEmpty() && put("", ALWAYS);
  }

  /** Records a failure that came at once; returns whether the service was answering before. */
  boolean failed(String why) {
    return put(why, ALWAYS);
  }

  /** Records a timeout; returns whether the service was answering before. */
  boolean silent(String why, long now) {
    return put(why, now + PAUSE_NANOS);
  }

  /** Replaces the problem; returns whether the service changes between answering and failing. */
  private synchronized boolean put(String why, long from) {
    boolean changes = problem.isEmpty() != why.isEmpty();
    problem = why;
    askFrom.set(from);
    return changes;
  }

  /** Returns the present problem; empty if there is none. */
  String problem() {
    return problem;
  }
}
