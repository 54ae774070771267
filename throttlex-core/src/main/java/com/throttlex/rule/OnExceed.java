package com.throttlex.rule;

import java.time.Duration;

/**
 * What happens to a request that does not fit.
 *
 * @param kind what
 * @param maxDelay the longest wait a request is admitted with; zero unless the kind is DELAY
 */
public record OnExceed(Kind kind, Duration maxDelay) {
  /** The longest wait that can be asked for: one minute. */
  public static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

  /** It is denied. */
  public static final OnExceed REJECT = new OnExceed(Kind.REJECT, Duration.ZERO);

  /** It is denied, and a door that can give tickets puts it into the overflow queue. */
  public static final OnExceed QUEUE = new OnExceed(Kind.QUEUE, Duration.ZERO);

  /** It is denied for want of capacity rather than of quota, unless it is critical. */
  public static final OnExceed SHED = new OnExceed(Kind.SHED, Duration.ZERO);

  /** What can happen. */
  public enum Kind {
    REJECT,
    DELAY,
    QUEUE,
    SHED
  }

  public OnExceed {
    boolean delays = kind == Kind.DELAY;
    boolean fits = maxDelay.toMillis() >= 1 && maxDelay.compareTo(LONGEST_DELAY) <= 0;
    if (delays ? !fits : !maxDelay.isZero()) {
      throw new IllegalArgumentException(
          "on-exceed: delay " + maxDelay + " (expected: between 1ms and 1m)");
    }
  }

  /** It is admitted if it fits within that time, and told how long to wait. */
  public static OnExceed delay(Duration longest) {
    return new OnExceed(Kind.DELAY, longest);
  }
}
