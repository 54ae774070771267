package com.throttlex.rule;

import java.time.Duration;

/**
 * The block of a rule: when a key is denied too often, all its requests are denied for a time.
 *
 * @param length how long a block lasts
 * @param after the number of denials, or strikes, that begins a block
 * @param within the time in which these denials happen; not longer than the block, so the strikes
 *     that began a block have expired when it ends
 */
public record Block(Duration length, int after, Duration within) {
  /** The number of denials that begins a block, unless the rule says another. */
  public static final int USUAL_AFTER = 5;

  /** The most denials that a rule can ask for. */
  public static final int MOST_AFTER = 1000;

  /** The shortest block, and the shortest time in which denials count. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest block. */
  public static final Duration LONGEST = Duration.ofDays(30);

  public Block {
    if (!isBetween(length, LONGEST)) {
      throw new IllegalArgumentException("block: " + length + " (expected: between 1s and 30d)");
    }
    if (after < 1 || after > MOST_AFTER) {
      throw new IllegalArgumentException(
          "after: " + after + " (expected: a whole number from 1 to " + MOST_AFTER + ")");
    }
    if (!isBetween(within, length)) {
      throw new IllegalArgumentException(
          "within: " + within + " (expected: between 1s and the block, " + length + ")");
    }
  }

  /** Creates a block whose strikes count for as long as the block lasts. */
  public Block(Duration length, int after) {
    this(length, after, length);
  }

  private static boolean isBetween(Duration value, Duration longest) {
    return value.compareTo(SHORTEST) >= 0 && value.compareTo(longest) <= 0;
  }
}
