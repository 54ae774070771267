package com.throttlex.replay;

import com.throttlex.Decision;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryBudget.Table;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Things that happen between the lines of a log, by time; in bounded memory. */
final class PendingEvents {
  /** The bytes of an event, about, without the texts of its request. */
  private static final long EVENT_BYTES = 512;

  private static final long LEAST = 1000 * EVENT_BYTES;

  /** Something that happens at a time. */
  sealed interface Event {
    long nanos();

    LogEntry entry();

    /** Returns the bytes of the event with its request, about. */
    default long bytes() {
      return EVENT_BYTES + entry().bytes();
    }
  }

  /** A client repeats a denied request. */
  record Retry(long nanos, LogEntry entry, int attempt) implements Event {}

  /** The response of an admitted request is complete. */
  record End(long nanos, LogEntry entry, Decision decision) implements Event {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos));
  private final long most;
  private long bytes;
  private long dropped;

  /** Creates room for the events that fit into the budget of queues. */
  PendingEvents(MemoryBudget budget) {
    most = Math.max(LEAST, budget.of(Table.QUEUES));
  }

  /** Adds an event; returns false if there is no room for it. */
  boolean add(Event event) {
    boolean room = bytes + event.bytes() <= most;
    if (room) {
      events.add(event);
      bytes += event.bytes();
    } else {
      dropped++;
    }
    return room;
  }

  /** Takes the next event up to a time; null if there is none. */
  @Nullable Event poll(long until) {
    Event next = events.peek();
    if (next == null || next.nanos() > until) {
      return null;
    }
    bytes -= next.bytes();
    return events.poll();
  }

  /** Returns how many events were not added. */
  long dropped() {
    return dropped;
  }
}
