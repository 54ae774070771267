package com.throttlex.shared.simulation;

import com.throttlex.TimeSource;
import com.throttlex.shared.Scheduler;
import java.util.PriorityQueue;

/** Virtual time: events in their order, each at its time, in one thread. */
public final class Timeline implements Scheduler, TimeSource {
  /** The start: a time in November 2026 at which no window of a round length begins. */
  public static final long START = 1_794_918_896_789_000_000L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now = START;
  private long added;

  private record Event(long time, long number, Runnable work) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return time != other.time
          ? Long.compare(time, other.time)
          : Long.compare(number, other.number);
    }
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void after(long nanos, Runnable work) {
    events.add(new Event(now + Math.max(0, nanos), added++, work));
  }

  /** Moves the time on, and runs all events that are due. */
  public void advance(long nanos) {
    long end = now + nanos;
    while (!events.isEmpty() && events.peek().time <= end) {
      Event event = events.remove();
      now = event.time;
      event.work.run();
    }
    now = end;
  }

  @Override
  public void sleep(long nanos) {
    throw new UnsupportedOperationException("sleep: " + nanos + " (expected: nobody to sleep)");
  }
}
