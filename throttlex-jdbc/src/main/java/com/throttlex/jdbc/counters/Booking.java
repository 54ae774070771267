package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * A charge that can be settled.
 *
 * @param counter the id of the counter, which changes with a reset
 */
record Booking(RowKey key, long counter, Limit limit, long bookedAt, long cost) {
  private static final int WORDS = 5;

  /** Returns the correction of the counter if the real cost is as given. */
  long delta(long settled) {
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      return -cost;
    }
    return settled == Store.AS_CHARGED ? 0 : settled - cost;
  }

  static List<Booking> parse(String text) {
    String[] words = text.isEmpty() ? new String[0] : text.split(" ");
    List<Booking> bookings = new ArrayList<>();
    for (int i = 0; i < words.length; i += WORDS) {
      bookings.add(
          new Booking(
              RowKey.parse(words[i]),
              Long.parseLong(words[i + 1]),
              LimitText.parse(words[i + 2]),
              Long.parseLong(words[i + 3]),
              Long.parseLong(words[i + 4])));
    }
    return bookings;
  }

  @Override
  public String toString() {
    return key + " " + counter + ' ' + LimitText.of(limit) + ' ' + bookedAt + ' ' + cost;
  }
}
