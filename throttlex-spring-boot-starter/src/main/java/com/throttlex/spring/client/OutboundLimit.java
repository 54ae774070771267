package com.throttlex.spring.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A limit for outbound calls of a client.
 *
 * @param rule the id of the rule that calls are checked by
 * @param key the key of the counter; null for the called host
 * @param maxWait how long a call may wait in all; a call with a longer wait fails at once
 * @param retries how often a call that the called service denied is retried, if its method is
 *     idempotent and the response says when
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

  /** Returns a limit that counts by host, never waits and never retries. */
  public static OutboundLimit of(String rule) {
    return new OutboundLimit(rule, null, Duration.ZERO, 0);
  }

  /** Returns this limit with one counter of that name for all hosts. */
  public OutboundLimit key(String key) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }

  /** Returns this limit for calls that may wait that long in all. */
  public OutboundLimit maxWait(Duration maxWait) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }

  /** Returns this limit with that many retries. */
  public OutboundLimit retries(int retries) {
    return new OutboundLimit(rule, key, maxWait, retries);
  }
}
