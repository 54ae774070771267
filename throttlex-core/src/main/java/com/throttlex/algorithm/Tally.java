package com.throttlex.algorithm;

/**
 * How a window's number and the units counted in it share one word: the number above, the count in
 * the lowest bits.
 *
 * <p>A rate is at most one unit a nanosecond, so a count needs no more bits than the window's
 * length in nanoseconds, and number and count together no more than a timestamp. Calendar windows,
 * whose numbers are small, leave 47 bits for the count.
 */
final class Tally {
  private final int bits;
  private final long mask;

  Tally(Period period) {
    bits = period.calendar() == null ? Long.SIZE - Long.numberOfLeadingZeros(period.nanos()) : 47;
    mask = (1L << bits) - 1;
  }

  long number(long word) {
    return word >>> bits;
  }

  long count(long word) {
    return word & mask;
  }

  /** The word after any number of units more. */
  long add(long number, long count, long units) {
    return word(number, count + Math.min(units, mask));
  }

  long word(long number, long count) {
    return number << bits | Math.max(0, Math.min(count, mask));
  }
}
