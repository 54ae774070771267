package com.throttlex.rule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reaction of a rule to a request that does not fit.
 *
 * @param kind the kind of reaction
 * @param longest the longest delay of an admitted request for DELAY, the longest wait in the proxy
 *     for QUEUE; zero for other kinds
 * @param block the block of keys that are denied too often; null unless the kind is BLOCK
 */
public record OnExceed(Kind kind, Duration longest, @Nullable Block block) {
  /** The longest delay or wait that a rule can have: one minute. */
  public static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

  /** The longest wait in the proxy under a rule that sets none: 10 seconds. */
  public static final Duration USUAL_WAIT = Duration.ofSeconds(10);

  /** Denies it. */
  public static final OnExceed REJECT = new OnExceed(Kind.REJECT, Duration.ZERO);

  /** Queues it, for at most the usual wait in the proxy. */
  public static final OnExceed QUEUE = queue(USUAL_WAIT);

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
    boolean fits = longest.toMillis() >= 1 && longest.compareTo(LONGEST_DELAY) <= 0;
    if (hasLength(kind) ? !fits : !longest.isZero()) {
      throw new IllegalArgumentException(
          "on-exceed: "
              + (kind == Kind.QUEUE ? "queue " : "delay ")
              + longest
              + " (expected: between 1ms and 1m)");
    }
    if ((kind == Kind.BLOCK) != (block != null)) {
      throw new IllegalArgumentException(
          "on-exceed: " + kind + " with block " + block + " (expected: a block for BLOCK only)");
    }
  }

  private static boolean hasLength(Kind kind) {
    return kind == Kind.DELAY || kind == Kind.QUEUE;
  }

  /** Creates a reaction without a block. */
  public OnExceed(Kind kind, Duration longest) {
    this(kind, longest, null);
  }

  /** Denies it; after many denials, denies every request of its key for a time. */
  public static OnExceed block(Block block) {
    return new OnExceed(Kind.BLOCK, Duration.ZERO, block);
  }

  /** Admits it if it fits within that time, with the delay in the decision. */
  public static OnExceed delay(Duration longest) {
    return new OnExceed(Kind.DELAY, longest);
  }

  /**
   * Denies it at doors that cannot queue. The HTTP door of the service puts it into the overflow
   * queue. The proxy holds it until it fits, for at most that time.
   */
  public static OnExceed queue(Duration longest) {
    return new OnExceed(Kind.QUEUE, longest);
  }

  /** Returns the longest delay of an admitted request; zero unless the kind is DELAY. */
  public Duration maxDelay() {
    return kind == Kind.DELAY ? longest : Duration.ZERO;
  }
}
