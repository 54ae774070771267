package com.throttlex.shared;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that a test moves, and a scheduler that uses it. */
final class SteppedTime implements TimeSource, Scheduler {
  static final long START = Instant.parse("2026-11-17T12:34:56.789Z").toEpochMilli() * 1_000_000;

  private record Event(long at, long number, Runnable work) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private long nanos = START;
  private long count;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long nanos) {
    pass(Duration.ofNanos(nanos));
  }

  @Override
  public void after(long nanos, Runnable work) {
    events.add(new Event(this.nanos + nanos, count++, work));
  }

  /** Moves the time on, and runs the tasks that are due. */
  void pass(Duration duration) {
    long end = nanos + duration.toNanos();
    while (!events.isEmpty() && events.peek().at <= end) {
      Event next = events.remove();
      nanos = Math.max(nanos, next.at);
      next.work.run();
    }
    nanos = end;
  }

  void passMillis(long millis) {
    pass(Duration.ofMillis(millis));
  }

  /** Moves the time on without running tasks, as a pause of the process does. */
  void stallMillis(long millis) {
    nanos += Duration.ofMillis(millis).toNanos();
  }

  /** Returns the number of scheduled tasks. */
  int scheduled() {
    return events.size();
  }
}
