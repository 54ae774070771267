package com.throttlex.algorithm;

/**
 * The charges of one counter that {@link SlidingLog} computes on, oldest first, in the form in
 * which a store keeps them.
 *
 * <p>Charges up to a time {@code expired} count no more. That time only grows as long as the limit
 * stays, so a log may drop them whenever it learns of it.
 */
public interface ChargeLog {
  /** More units than this are never in use, so that settled costs cannot overflow the total. */
  long MOST_UNITS = 1L << 61;

  /** The time of the newest charge of a log that has no charges. */
  long NONE = -1;

  /** Returns the time of the last change, before which nothing is decided; 0 if there is none. */
  long latest();

  /** Returns the time of the newest charge, or {@link #NONE}. */
  long newest();

  /** Returns the units charged after that time. */
  long used(long expired);

  /**
   * Returns the time of the charge that has to expire before at most that many units are in use;
   * there are more in use now.
   */
  long freedBy(long used, long expired);

  /** Adds units, at most {@link #MOST_UNITS} in all, and makes that time the latest. */
  void add(long units, long at, long expired);

  /** Drops charges for good, as the limit changes, and makes that time the latest. */
  void leave(long at, long expired);

  /** Takes back up to that many units of the charge of that time, if it is still in the log. */
  void refund(long bookedAt, long units);

  /** Returns a log of the same charges. */
  ChargeLog copy();
}
