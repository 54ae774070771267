package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Store;
import com.throttlex.store.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A charge that can be settled.
 *
 * @param counter the id of the counter, which changes with a reset
 * @param fixed whether a settlement above 0 leaves it as it is
 * @param terms the text of its terms
 */
record Booking(
    RowKey key, long counter, Limit limit, long bookedAt, long cost, boolean fixed, String terms) {
  /** The most charges of one counter in a reservation; further ones join the latest. */
  static final int MOST = 64;

  private static final int WORDS = 6;
  private static final char FIXED = '=';
  private static final char RAISED = '+';

  /** Returns the correction of a counter with that charge in all, if the real cost is as given. */
  long delta(long settled, long charged) {
    if (settled == 0 || limit.algorithm() == Algorithm.CONCURRENCY) {
      return -charged;
    }
    return fixed || settled == Store.AS_CHARGED ? 0 : settled - charged;
  }

  /** Returns whether an extension raises this charge. */
  boolean isRaised() {
    return !fixed && limit.algorithm() != Algorithm.CONCURRENCY;
  }

  Terms parsedTerms() {
    return Terms.parse(terms);
  }

  /**
   * Adds a further charge to a list. Charges of one time become one, and also those after the
   * {@link #MOST}: a refund may then be smaller, never larger.
   */
  static void add(List<Booking> list, Booking further) {
    int latest = -1;
    int count = 0;
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).key.equals(further.key)) {
        latest = i;
        count++;
      }
    }
    Booking before = latest < 0 ? further : list.get(latest);
    boolean near = before.bookedAt == further.bookedAt || count >= MOST;
    if (latest < 0 || before.counter != further.counter || !near) {
      list.add(further);
      return;
    }
    list.set(latest, before.withCost(before.cost + further.cost));
  }

  /** Returns the same charge with another cost. */
  Booking withCost(long other) {
    return new Booking(key, counter, limit, bookedAt, other, fixed, terms);
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
              Long.parseLong(words[i + 4]),
              words[i + 5].charAt(0) == FIXED,
              words[i + 5].substring(1)));
    }
    return bookings;
  }

  static String text(List<Booking> bookings) {
    return bookings.stream().map(Booking::toString).collect(Collectors.joining(" "));
  }

  @Override
  public String toString() {
    String charge = key + " " + counter + ' ' + LimitText.of(limit) + ' ' + bookedAt + ' ' + cost;
    return charge + ' ' + (fixed ? FIXED : RAISED) + terms;
  }
}
