package com.throttlex.shared;

/** Runs tasks later: on a thread of its own, or in the time of a simulation. */
@FunctionalInterface
public interface Scheduler {
  /** Runs a task once, after that many nanoseconds. */
  void after(long nanos, Runnable work);
}
