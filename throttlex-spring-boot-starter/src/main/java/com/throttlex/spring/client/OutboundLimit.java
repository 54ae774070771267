package com.throttlex.spring.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to keep the calls of a client inside somebody's limit.
 *
 * @param rule the id of the rule that the calls are held against
 * @param key what gets a counter of its own; null for the host that is called
 * @param maxWait how long a call may wait in all; one that would have to wait longer fails at once
 * @param retries how often a call that was denied over there is made again, if its method is
 *     idempotent and the other side has said when
 */
public record OutboundLimit(String rule, @Nullable String key, Duration maxWait, int retries) {
  public OutboundLimit {
    if (maxWait.isNegative()) {
      throw new IllegalArgumentException("maxWait: " + maxWait + " (expected: 0 or more)");
    }
    if (retries < 0) {
      throw new IllegalArgumentException("retries: " + retries + " (expected: 0 or more)");
    }
  }

  /** Counts by host, never waits and never retries. */
  public static OutboundLimit of(String rule) {
    return new OutboundLimit(rule, null, Duration.ZERO, 0);
  }

  /** The same with one counter of that name for whichever host. */
  public OutboundLimit key(String key) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }

  /** The same for calls that may wait that long in all. */
  public OutboundLimit maxWait(Duration maxWait) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }

  /** The same with that many retries. */
  public OutboundLimit retries(int retries) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }
}
