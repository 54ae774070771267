package com.throttlex.redis;

import com.throttlex.algorithm.ChargeLog;

/**
 * A log as {@code log.lua} reports it: without expired charges, and without a list of the others.
 *
 * <p>It cannot be corrected, because the script corrects logs itself.
 */
final class ScriptLog implements ChargeLog {
  private long total;
  private long newest;
  private long latest;
  private long freedBy;

  /** Creates a log with these units in use; the time of the newest charge is 0 if there is none. */
  ScriptLog(long total, long newest, long latest) {
    this.total = total;
    this.newest = newest;
    this.latest = latest;
  }

  /** Records which charge has to expire before the cost fits that the script has just denied. */
  void freedBy(long time) {
    freedBy = time;
  }

  @Override
  public long latest() {
    return latest;
  }

  @Override
  public long newest() {
    return newest == 0 ? NONE : newest;
  }

  @Override
  public long used(long expired) {
    return total;
  }

  @Override
  public long freedBy(long used, long expired) {
    return freedBy;
  }

  @Override
  public void add(long units, long at, long expired) {
    total += units;
    newest = at;
    latest = at;
  }

  @Override
  public void leave(long at, long expired) {
    throw new UnsupportedOperationException("leave (expected: state.lua changes limits)");
  }

  @Override
  public void refund(long bookedAt, long units) {
    throw new UnsupportedOperationException("refund (expected: correct.lua takes units back)");
  }

  @Override
  public ChargeLog copy() {
    return new ScriptLog(total, newest, latest);
  }
}
