package com.throttlex.replay;

import com.throttlex.TimeSource;

/** The clock of a log: it stands at the time of the last request, and never goes back. */
final class ReplayClock implements TimeSource {
  private long nanos;

  /** Moves the clock forward; returns false if it is already later. */
  boolean advance(long to) {
    boolean inOrder = to >= nanos;
    nanos = Math.max(nanos, to);
    return inOrder;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long nanos) {
    advance(this.nanos + nanos);
  }
}
