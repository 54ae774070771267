package com.throttlex.algorithm;

/**
 * The layout of a word that holds a window's number and the units counted in it: the number in the
 * high bits, the count in the lowest bits.
 *
 * <p>A rate is at most one unit a nanosecond, so a count needs no more bits than the window's
 * length in nanoseconds. Number and count together need no more bits than a timestamp. Calendar
 * windows have small numbers and leave 47 bits for the count.
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

  /** Returns the units counted in that window; 0 if the word is of another window. */
  long count(long word, long window) {
    return number(word) == window ? count(word) : 0;
  }

  /** Returns the word of that window after any number of units more. */
  long add(long word, long window, long units) {
    return word(window, count(word, window) + Math.min(units, mask));
  }

  /** Returns the word after a refund in that window; the same word if it is of another window. */
  long refund(long word, long window, long units) {
    return number(word) == window ? word(window, count(word) - units) : word;
  }

  long word(long number, long count) {
    return number << bits | Math.max(0, Math.min(count, mask));
  }
}
