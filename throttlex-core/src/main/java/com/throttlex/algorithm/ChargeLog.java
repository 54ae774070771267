package com.throttlex.algorithm;

/**
 * The charges of one counter that {@link SlidingLog} computes on, oldest first, in the form in
 * which a store keeps them.
 *
 * <p>Charges up to a time {@code expired} do not count any more. That time only grows while the
 * limit stays the same, so a log may remove them at any call that gives it.
 */
public interface ChargeLog {
  /** The maximum of units in use, so that settled costs cannot overflow the total. */
  long MOST_UNITS = 1L << 61;

  /** The time of the newest charge of a log that has no charges. */
  long NONE = -1;

  /** Returns the time of the last change; nothing is decided before it. 0 if there is none. */
  long latest();

  /** Returns the time of the newest charge, or {@link #NONE}. */
  long newest();

  /** Returns the units charged after that time. */
  long used(long expired);

  /**
   * Returns the time of the charge that has to expire before at most that many units are in use.
   * More units are in use now.
   */
  long freedBy(long used, long expired);

  /** Adds units, at most {@link #MOST_UNITS} in all, and makes that time the latest. */
  void add(long units, long at, long expired);

  /**
   * Removes expired charges for good, because the limit changes, and makes that time the latest.
   */
  void leave(long at, long expired);

  /** Refunds up to that many units of the charge of that time, if it is still in the log. */
  void refund(long bookedAt, long units);

  /** Returns a log of the same charges. */
  ChargeLog copy();
}
