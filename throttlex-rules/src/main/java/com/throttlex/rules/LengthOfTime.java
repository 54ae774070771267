package com.throttlex.rules;

import com.throttlex.algorithm.Period;
import java.time.Duration;

/** Reads a length of time such as {@code 500ms}. */
final class LengthOfTime {
  private LengthOfTime() {}

  /**
   * Returns the length.
   *
   * @param expected the message for any other text, including calendar units
   */
  static Duration parse(String text, String expected) {
    try {
      Period period = Period.parse(text);
      if (period.calendar() == null) {
        return Duration.ofNanos(period.nanos());
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(expected, e);
    }
    throw new IllegalArgumentException(expected);
  }
}
