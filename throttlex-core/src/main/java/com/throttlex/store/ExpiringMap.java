package com.throttlex.store;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A map whose entries end at their time, or when it is full and they are the oldest.
 *
 * <p>Every addition removes up to two old entries, so that nothing ever scans the whole.
 */
final class ExpiringMap<V> {
  private final int most;
  private final ConcurrentHashMap<String, Entry<V>> entries = new ConcurrentHashMap<>();
  private final Queue<Entry<V>> oldestFirst = new ConcurrentLinkedQueue<>();

  ExpiringMap(int most) {
    this.most = most;
  }

  private static final class Entry<V> {
    private final String key;
    private final V value;
    private final long endsAt;

    Entry(String key, V value, long endsAt) {
      this.key = key;
      this.value = value;
      this.endsAt = endsAt;
    }
  }

  /** The value, or null. */
  @Nullable V get(String key, long now) {
    Entry<V> entry = entries.get(key);
    return entry == null || entry.endsAt <= now ? null : entry.value;
  }

  /** The value that is there already, or null when the given one was put. */
  @Nullable V putIfAbsent(String key, V value, long now, long nanos) {
    Entry<V> added = new Entry<>(key, value, now + nanos);
    Entry<V> current =
        entries.compute(key, (k, old) -> old == null || old.endsAt <= now ? added : old);
    if (current != added) {
      return current.value;
    }
    oldestFirst.add(added);
    trim(now);
    return null;
  }

  private void trim(long now) {
    for (int i = 0; i < 2; i++) {
      Entry<V> oldest = oldestFirst.peek();
      boolean out = oldest != null && (oldest.endsAt <= now || entries.size() > most);
      if (oldest == null || !out || !oldestFirst.remove(oldest)) {
        return;
      }
      entries.remove(oldest.key, oldest);
    }
  }
}
