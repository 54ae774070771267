package com.throttlex.jdbc.counters;

import com.throttlex.store.Settlement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Corrects the charges of a reservation to their real cost, once. */
final class SettleTransaction {
  private final RowKey name;
  private final long cost;
  private final String mark;

  /**
   * Creates a settlement to that cost.
   *
   * @param once whether the reservation is removed, because it is not settled again
   */
  SettleTransaction(RowKey name, long cost, boolean once) {
    this.name = name;
    this.cost = cost;
    mark = once ? "settle-once" : "settle";
  }

  /**
   * Settles the reservation. It reads before it locks, so an unknown name causes no wait. The
   * transaction that marks or removes the row corrects the charges that were read. If the
   * reservation was extended meanwhile, it is read again, this time with a lock.
   */
  Settlement run(Transaction transaction) throws SQLException {
    StoredReservation found = StoredReservation.read(transaction, name);
    if (found == null || found.isExpired(transaction.now())) {
      return Settlement.UNKNOWN;
    }
    if (!isMarked(transaction, found)) {
      found = StoredReservation.lock(transaction, name);
      if (found == null || !isMarked(transaction, found)) {
        return Settlement.ALREADY_SETTLED;
      }
    }
    Correction.apply(transaction, corrections(Booking.parse(found.charges())));
    return Settlement.SETTLED;
  }

  private boolean isMarked(Transaction transaction, StoredReservation found) throws SQLException {
    return !found.settled()
        && transaction.call(mark).bytes(name).text(found.charges()).update() > 0;
  }

  /** Returns the corrections; the latest charges of a counter are given back first. */
  private List<Correction> corrections(List<Booking> all) {
    Map<RowKey, List<Booking>> byKey = new LinkedHashMap<>();
    all.forEach(b -> byKey.computeIfAbsent(b.key(), key -> new ArrayList<>()).add(b));
    List<Correction> corrections = new ArrayList<>();
    for (List<Booking> bookings : byKey.values()) {
      long charged = bookings.stream().mapToLong(Booking::cost).sum();
      Booking latest = bookings.get(bookings.size() - 1);
      long delta = latest.delta(cost, charged);
      if (delta > 0) {
        corrections.add(new Correction(latest, delta));
      }
      for (int i = bookings.size() - 1; i >= 0 && delta < 0; i--) {
        long refund = Math.min(-delta, bookings.get(i).cost());
        corrections.add(new Correction(bookings.get(i), -refund));
        delta += refund;
      }
    }
    return corrections;
  }
}
