package com.throttlex.jdbc.counters;

import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A correction of an earlier charge by delta units. */
record Correction(Booking booking, long delta) {
  /** Corrects the counters, and commits. A counter that was reset since gets nothing back. */
  static void apply(Transaction transaction, List<Correction> corrections) throws SQLException {
    SortedSet<RowKey> keys = new TreeSet<>();
    corrections.forEach(correction -> keys.add(correction.booking.key()));
    transaction.lock(keys);
    for (Correction correction : corrections) {
      Booking booking = correction.booking;
      SqlCounter counter = transaction.counter(booking.key());
      long delta = correction.delta;
      if (delta > 0 && !counter.isKnown()) {
        counter.adopt(booking.limit(), transaction.now());
      }
      if (delta > 0 || (counter.isKnown() && counter.id() == booking.counter())) {
        counter.settle(booking.bookedAt(), delta, transaction.now());
      }
    }
    transaction.write();
  }
}
