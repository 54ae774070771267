package com.throttlex.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of the reservations made here lately.
 *
 * <p>A script has to be told all keys that it will use, but a reservation's name does not say which
 * counters it is about. Who has made it knows; anyone else has to ask first.
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

  /** The counters of a reservation that is about to be settled, or none when not known. */
  synchronized List<String> take(String reservation) {
    List<String> names = counters.remove(reservation);
    return names == null ? List.of() : names;
  }
}
