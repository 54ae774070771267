package com.throttlex.distributed;

/** Runs work later, on a thread of its own or, in a simulation, when its time has come. */
@FunctionalInterface
public interface Scheduler {
  /** Runs the work once, after that many nanoseconds. */
  void after(long nanos, Runnable work);
}
