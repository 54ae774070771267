package com.throttlex.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of recent reservations of this node.
 *
 * <p>A script needs the names of all keys that it uses, but the name of a reservation does not
 * contain its counters. The node that made the reservation knows them; other nodes have to read
 * them first.
 */
final class ReservedCounters {
  private static final int MOST = 10_000;

  private final Map<String, List<String>> counters =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > MOST;
        }
      };

  synchronized void put(String reservation, List<String> names) {
    counters.put(reservation, names);
  }

  /** Removes and returns the counters of a reservation that is settled next; empty if unknown. */
  synchronized List<String> take(String reservation) {
    List<String> names = counters.remove(reservation);
    return names == null ? List.of() : names;
  }
}
