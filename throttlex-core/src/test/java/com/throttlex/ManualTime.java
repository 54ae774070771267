package com.throttlex;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/**
 * Time that a test moves; sleeping moves it as well. Begins with a Monday in UTC, so that every
 * window begins there, too.
 */
final class ManualTime implements TimeSource {
  static final Instant START = Instant.parse("2026-09-21T00:00:00Z");

  private record Event(long at, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
  private long nanos = START.getEpochSecond() * 1_000_000_000L;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    pass(Duration.ofNanos(nanos));
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Moves the time, and runs the actions that are due. */
  void pass(Duration duration) {
    long end = nanos + duration.toNanos();
    while (!events.isEmpty() && events.peek().at <= end) {
      Event next = events.remove();
      nanos = next.at;
      next.action.run();
    }
    nanos = end;
  }

  void passMillis(long millis) {
    pass(Duration.ofMillis(millis));
  }

  void passSeconds(long seconds) {
    pass(Duration.ofSeconds(seconds));
  }

  /** Schedules an action. */
  void in(Duration duration, Runnable action) {
    events.add(new Event(nanos + duration.toNanos(), action));
  }

  /** Returns how much time has passed. */
  Duration elapsed() {
    return Duration.ofNanos(nanos - START.getEpochSecond() * 1_000_000_000L);
  }
}
