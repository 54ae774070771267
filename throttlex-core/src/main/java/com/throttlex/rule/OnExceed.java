package com.throttlex.rule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reaction of a rule to a request that does not fit.
 *
 * @param kind the kind of reaction
 * @param maxDelay the longest delay of an admitted request; zero unless the kind is DELAY
 * @param block the block of keys that are denied too often; null unless the kind is BLOCK
 */
public record OnExceed(Kind kind, Duration maxDelay, @Nullable Block block) {
  /** The longest delay that a rule can have: one minute. */
  public static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

  /** Denies it. */
  public static final OnExceed REJECT = new OnExceed(Kind.REJECT, Duration.ZERO);

  /** Denies it; a door that can return tickets puts it into the overflow queue. */
  public static final OnExceed QUEUE = new OnExceed(Kind.QUEUE, Duration.ZERO);

  /** Sheds it, unless it is critical. */
  public static final OnExceed SHED = new OnExceed(Kind.SHED, Duration.ZERO);

  /** The kinds of reaction. */
  public enum Kind {
    REJECT,
    DELAY,
    QUEUE,
    SHED,
    BLOCK
  }

  public OnExceed {
    boolean delays = kind == Kind.DELAY;
    boolean fits = maxDelay.toMillis() >= 1 && maxDelay.compareTo(LONGEST_DELAY) <= 0;
    if (delays ? !fits : !maxDelay.isZero()) {
      throw new IllegalArgumentException(
          "on-exceed: delay " + maxDelay + " (expected: between 1ms and 1m)");
    }
    if ((kind == Kind.BLOCK) != (block != null)) {
      throw new IllegalArgumentException(
          "on-exceed: " + kind + " with block " + block + " (expected: a block for BLOCK only)");
    }
  }

  /** Creates a reaction without a block. */
  public OnExceed(Kind kind, Duration maxDelay) {
    this(kind, maxDelay, null);
  }

  /** Denies it; after many denials, denies every request of its key for a time. */
  public static OnExceed block(Block block) {
    return new OnExceed(Kind.BLOCK, Duration.ZERO, block);
  }

  /** Admits it if it fits within that time, with the delay in the decision. */
  public static OnExceed delay(Duration longest) {
    return new OnExceed(Kind.DELAY, longest);
  }
}
