package com.throttlex.spring.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps in mind until when others do not want to be called, by rule and host.
 *
 * <p>Forgets what is over when there are many, and takes no more than a bound: the hosts that an
 * application calls may be named by its users.
 */
final class Closures {
  private static final int MANY = 1000;
  private static final int MOST = 10_000;

  private final Map<Target, Long> ends = new ConcurrentHashMap<>();

  /** Whom a call goes to, under which rule. */
  record Target(String rule, String host) {}

  /** Closes for that long; an end that is later stands. */
  void close(Target target, long nanos, long nowNanos) {
    if (ends.size() >= MANY) {
      ends.values().removeIf(end -> end <= nowNanos);
    }
    if (ends.size() < MOST) {
      ends.merge(target, nowNanos + nanos, Math::max);
    }
  }

  /** How many nanoseconds it stays closed; 0 when it is open. */
  long closedNanos(Target target, long nowNanos) {
    Long end = ends.get(target);
    return end == null ? 0 : Math.max(0, end - nowNanos);
  }
}
