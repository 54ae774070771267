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

  int bits() {
    return bits;
  }

  long number(long word) {
    return word >>> bits;
  }

  long count(long word) {
    return word & mask;
  }

  /** The units counted in that window; none when the word is of another. */
  long count(long word, long window) {
    return number(word) == window ? count(word) : 0;
  }

  /** The word of that window after any number of units more. */
  long add(long word, long window, long units) {
    return word(window, count(word, window) + Math.min(units, mask));
  }

  /** The word after units of that window were given back; the same when it is of another. */
  long refund(long word, long window, long units) {
    return number(word) == window ? word(window, count(word) - units) : word;
  }

  long word(long number, long count) {
    return number << bits | Math.max(0, Math.min(count, mask));
  }
}
