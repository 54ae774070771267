package com.throttlex;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/**
 * Time that a test moves; sleeping moves it as well. Usually begins with a Monday in UTC, so that
 * every window begins there, too. Other modules use {@code ManualClock} of throttlex-test.
 */
public final class ManualTime implements TimeSource {
  /** The usual start. */
  public static final Instant START = Instant.parse("2026-09-21T00:00:00Z");

  private record Event(long at, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
  private final Instant start;
  private long nanos;

  /** Creates a clock at the usual start. */
  public ManualTime() {
    this(START);
  }

  /** Creates a clock at a whole second. */
  public ManualTime(Instant start) {
    this.start = start;
    nanos = start.getEpochSecond() * 1_000_000_000L;
  }

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
  public void pass(Duration duration) {
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
    return Duration.ofNanos(nanos - start.getEpochSecond() * 1_000_000_000L);
  }
}
