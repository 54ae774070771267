package com.throttlex.distributed;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which counters were charged in this node only; of too many, those charged last. Thread-safe. */
final class Ledger {
  /** A counter that was charged here and, under this limit, belongs in the store. */
  record Entry(Key key, int index, Limit limit) {}

  private record Id(long hi, long lo) {}

  private final int most;
  private final Map<Id, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  Ledger(int most) {
    this.most = most;
  }

  /** Notes that a counter was charged. */
  synchronized void add(Key key, int index, Limit limit) {
    Id id = new Id(key.hi(), key.lo(index));
    Entry known = entries.get(id);
    if (known == null || !known.limit.equals(limit)) {
      entries.put(id, new Entry(KeyCopy.of(key), index, limit));
    }
    if (entries.size() > most) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  synchronized void remove(Key key, int index) {
    entries.remove(new Id(key.hi(), key.lo(index)));
  }

  synchronized boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Takes all entries out, the one charged last first. */
  synchronized List<Entry> takeAll() {
    List<Entry> all = new ArrayList<>(entries.values());
    entries.clear();
    Collections.reverse(all);
    return all;
  }
}
