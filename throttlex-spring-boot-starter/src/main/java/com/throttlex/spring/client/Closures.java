package com.throttlex.spring.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The times until which called services asked for no more calls, by rule and host.
 *
 * <p>Expired entries are removed when there are many, and the number is bounded: users may choose
 * the hosts that an application calls.
 */
final class Closures {
  private static final int MANY = 1000;
  private static final int MOST = 10_000;

  private final Map<Target, Long> ends = new ConcurrentHashMap<>();

  /** The host of a call, and the rule for it. */
  record Target(String rule, String host) {}

  /** Closes the target for that long; a later end stays. */
  void close(Target target, long nanos, long nowNanos) {
    if (ends.size() >= MANY) {
      ends.values().removeIf(end -> end <= nowNanos);
    }
    if (ends.size() < MOST) {
      ends.merge(target, nowNanos + nanos, Math::max);
    }
  }

  /** Returns how many nanoseconds the target stays closed; 0 when it is open. */
  long closedNanos(Target target, long nowNanos) {
    Long end = ends.get(target);
    return end == null ? 0 : Math.max(0, end - nowNanos);
  }
}
