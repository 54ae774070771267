package com.throttlex.queue;

import com.throttlex.TimeSource;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryUse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A queue in the memory of the process: for a single node, and lost when the process ends.
 *
 * <p>Its stages complete at once. Each service's queue has a maximum length, and all queues
 * together have a maximum of memory, whatever the services are called. When that memory is used up,
 * dead letters are removed first; then requests are denied. The names that may be queued only once
 * have a quarter of the memory; the oldest make room.
 */
public final class MemoryQueue implements OverflowQueue {
  /** The divisor of the memory that names have which may be queued only once. */
  private static final int ONCE_PART = 4;

  private static final long SHRINK_MILLIS = 1000;
  private static final long MILLI = 1_000_000L;
  private static final long MICRO = 1_000L;

  private final QueueLimits limits;
  private final TimeSource time;
  private final long room;
  private final Map<String, ServiceQueue> lanes = new HashMap<>();

  /** Tickets by the name that may be queued only once, in the order of their deadlines. */
  private final Map<String, Ticket> onces = new LinkedHashMap<>();

  private long weight;
  private long onceWeight;

  /** The last ticket. It starts with the time, so the next process issues none of these again. */
  private long number;

  private long shrunkAt = Long.MIN_VALUE;

  /** Creates a queue that uses the given clock and its part of this process's heap. */
  public MemoryQueue(QueueLimits limits, TimeSource time) {
    this(limits, time, MemoryBudget.ofThisProcess().of(MemoryBudget.Table.QUEUES));
  }

  /** Creates a queue that uses the given clock and at most that many bytes. */
  public MemoryQueue(QueueLimits limits, TimeSource time, long room) {
    this.limits = limits;
    this.time = time;
    this.room = room;
    number = time.nanos() / MICRO;
  }

  @Override
  public synchronized CompletionStage<Optional<Ticket>> offer(
      String service, String request, @Nullable String once) {
    long now = now();
    String name = once == null ? null : service + '\n' + once;
    Ticket known = name == null ? null : remembered(name, now);
    if (known != null) {
      return done(Optional.of(known));
    }
    Ticket ticket = accept(service, request, now);
    if (ticket != null && name != null) {
      onces.put(name, ticket);
      onceWeight += Entry.onceWeight(name);
    }
    return done(Optional.ofNullable(ticket));
  }

  private @Nullable Ticket remembered(String once, long now) {
    var oldest = onces.entrySet().iterator();
    while (oldest.hasNext()) {
      var first = oldest.next();
      if (first.getValue().deadline().toEpochMilli() > now && onceWeight <= room / ONCE_PART) {
        break;
      }
      onceWeight -= Entry.onceWeight(first.getKey());
      oldest.remove();
    }
    return onces.get(once);
  }

  private @Nullable Ticket accept(String service, String request, long now) {
    if (request.length() > MAX_REQUEST_LENGTH || isFull(now)) {
      return null;
    }
    long deadline = now + limits.patience().toMillis();
    ServiceQueue lane = lanes.computeIfAbsent(service, name -> new ServiceQueue(name, limits));
    Entry entry = new Entry(++number, request, now, deadline);
    boolean added =
        change(
            lane,
            it -> {
              boolean fits = !it.isFull(now);
              if (fits) {
                it.add(entry);
              }
              return fits;
            });
    return added ? new Ticket(entry.ticket(), Instant.ofEpochMilli(deadline)) : null;
  }

  private boolean isFull(long now) {
    if (takesAll() && (shrunkAt == Long.MIN_VALUE || now - shrunkAt >= SHRINK_MILLIS)) {
      shrunkAt = now;
      lanes.values().forEach(lane -> lane.shrink(now));
      lanes.values().removeIf(ServiceQueue::isEmpty);
      weight = lanes.values().stream().mapToLong(ServiceQueue::weight).sum();
    }
    return takesAll();
  }

  private boolean takesAll() {
    return weight + onceWeight >= room;
  }

  /** Returns how much memory all queues use, and the maximum. */
  public synchronized MemoryUse memory() {
    return new MemoryUse(MemoryBudget.Table.QUEUES, weight + onceWeight, room);
  }

  /** Does something with a lane, and keeps account of the memory. */
  private <T> T change(ServiceQueue lane, Function<ServiceQueue, T> work) {
    long before = lane.weight();
    T result = work.apply(lane);
    weight += lane.weight() - before;
    return result;
  }

  /** Applies a function to a lane, or returns the default; removes an empty lane. */
  private synchronized <T> CompletionStage<T> in(
      String service, T otherwise, Function<ServiceQueue, T> work) {
    ServiceQueue lane = lanes.get(service);
    if (lane == null) {
      return done(otherwise);
    }
    T result = change(lane, work);
    if (lane.isEmpty()) {
      lanes.remove(service);
    }
    return done(result);
  }

  @Override
  public CompletionStage<List<Delivery>> take(
      String service, String consumer, int max, Duration visibility) {
    OverflowQueue.requireTaking(consumer, max, visibility);
    return in(
        service,
        List.of(),
        lane -> {
          long now = now();
          return lane.take(consumer, max, now, now + visibility.toMillis());
        });
  }

  @Override
  public CompletionStage<Boolean> acknowledge(String service, String ticket) {
    return in(
        service,
        false,
        lane -> {
          Entry entry = lane.taken(ticket);
          if (entry != null) {
            lane.acknowledge(entry);
          }
          return entry != null;
        });
  }

  @Override
  public CompletionStage<Boolean> retry(
      String service,
      String ticket,
      @Nullable String consumer,
      Duration after,
      @Nullable String reason) {
    return in(
        service,
        false,
        lane -> {
          Entry entry = lane.taken(ticket);
          if (entry == null || (consumer != null && !consumer.equals(entry.consumer))) {
            return false;
          }
          long now = now();
          lane.giveBack(entry, reason, now, now + after.toMillis());
          return true;
        });
  }

  @Override
  public CompletionStage<QueueStatus> status(String service) {
    return in(service, new QueueStatus(0, null, 0), ServiceQueue::status);
  }

  @Override
  public CompletionStage<List<DeadLetter>> deadLetters(String service, int max) {
    return in(service, List.of(), lane -> lane.deadLetters(max));
  }

  private long now() {
    return time.nanos() / MILLI;
  }

  private static <T> CompletionStage<T> done(T result) {
    return CompletableFuture.completedFuture(result);
  }

  /** Removes all requests. */
  @Override
  public synchronized void close() {
    lanes.clear();
    onces.clear();
    weight = 0;
    onceWeight = 0;
  }
}
