package com.throttlex.jdbc;

import java.time.Instant;

/**
 * Times as columns store them: whole milliseconds since 1970. A time out of range becomes the
 * nearest that is in range.
 */
final class EpochMillis {
  private EpochMillis() {}

  /** Returns the last millisecond that is not after the time. */
  static long floor(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** Returns the first millisecond that is not before the time. */
  static long ceiling(Instant time) {
    long floor = floor(time);
    boolean between = time.isAfter(Instant.ofEpochMilli(floor)) && floor < Long.MAX_VALUE;
    return between ? floor + 1 : floor;
  }

  /** Returns the time with the precision of a column. */
  static Instant kept(Instant time) {
    return Instant.ofEpochMilli(floor(time));
  }
}
