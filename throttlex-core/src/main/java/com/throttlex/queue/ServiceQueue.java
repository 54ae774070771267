package com.throttlex.queue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one service in memory; times are in milliseconds since the epoch.
 *
 * <p>{@code entries} has all requests in order of arrival, and therefore of deadlines. {@code
 * turns} has the same requests by the time from which they can be taken. Its {@link MemoryQueue}
 * guards it with a lock.
 */
final class ServiceQueue {
  /** A dead letter and how much of the memory it takes. */
  private record Grave(DeadLetter letter, int weight) {}

  private final String service;
  private final QueueLimits limits;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final TreeSet<Entry> turns = new TreeSet<>(Entry.BY_TURN);
  private final Deque<Grave> graves = new ArrayDeque<>();

  /** The bytes of queued requests and dead letters. */
  private long weight;

  ServiceQueue(String service, QueueLimits limits) {
    this.service = service;
    this.limits = limits;
  }

  long weight() {
    return weight;
  }

  boolean isEmpty() {
    return entries.isEmpty() && graves.isEmpty();
  }

  /** Returns whether there is no room, even after expired requests are removed. */
  boolean isFull(long now) {
    if (entries.size() >= limits.length()) {
      expire(now);
    }
    return entries.size() >= limits.length();
  }

  void add(Entry entry) {
    entries.put(entry.ticket(), entry);
    turns.add(entry);
    weight += entry.weight();
  }

  List<Delivery> take(String consumer, int max, long now, long visibleAt) {
    expire(now);
    List<Delivery> taken = new ArrayList<>();
    while (taken.size() < max && !turns.isEmpty() && turns.first().visibleAt <= now) {
      Entry entry = turns.first();
      if (entry.attempts >= limits.attempts()) {
        bury(entry, OverflowQueue.ABANDONED, now);
      } else {
        entry.attempts++;
        entry.consumer = consumer;
        postpone(entry, Math.max(visibleAt, now + 1));
        taken.add(delivery(entry, consumer));
      }
    }
    return taken;
  }

  private Delivery delivery(Entry entry, String consumer) {
    return new Delivery(
        service,
        entry.ticket(),
        consumer,
        entry.request,
        Instant.ofEpochMilli(entry.deadline),
        entry.attempts);
  }

  /** Returns the request with that ticket, or null if it was not taken or is no longer queued. */
  @Nullable Entry taken(String ticket) {
    Entry entry = entries.get(ticket);
    return entry == null || entry.consumer == null ? null : entry;
  }

  void acknowledge(Entry entry) {
    remove(entry);
    weight -= entry.weight();
  }

  private void remove(Entry entry) {
    entries.remove(entry.ticket());
    turns.remove(entry);
  }

  void giveBack(Entry entry, @Nullable String reason, long now, long visibleAt) {
    if (reason == null) {
      entry.attempts--;
    } else if (entry.attempts >= limits.attempts()) {
      bury(entry, reason, now);
      return;
    }
    entry.consumer = null;
    postpone(entry, visibleAt);
  }

  private void postpone(Entry entry, long visibleAt) {
    turns.remove(entry);
    entry.visibleAt = visibleAt;
    turns.add(entry);
  }

  /** Gives up requests that waited too long, except those that a consumer has. */
  private void expire(long now) {
    List<Entry> expired = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.deadline > now) {
        break;
      }
      if (!entry.isHeld(now)) {
        expired.add(entry);
      }
    }
    expired.forEach(entry -> bury(entry, OverflowQueue.EXPIRED, now));
  }

  private void bury(Entry entry, String reason, long now) {
    remove(entry);
    if (graves.size() >= limits.dead()) {
      weight -= graves.removeLast().weight();
    }
    graves.addFirst(
        new Grave(
            new DeadLetter(
                entry.ticket(), entry.request, reason, entry.attempts, Instant.ofEpochMilli(now)),
            entry.weight()));
  }

  /** Removes expired requests and all dead letters. */
  void shrink(long now) {
    expire(now);
    graves.forEach(grave -> weight -= grave.weight());
    graves.clear();
  }

  List<DeadLetter> deadLetters(int max) {
    return graves.stream().limit(max).map(Grave::letter).toList();
  }

  QueueStatus status() {
    Iterator<Entry> first = entries.values().iterator();
    Instant oldest = first.hasNext() ? Instant.ofEpochMilli(first.next().queuedAt) : null;
    return new QueueStatus(entries.size(), oldest, graves.size());
  }
}
