package com.throttlex.store;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import java.util.ArrayList;
import java.util.List;

/** Charges that can still be corrected, once. */
final class Reservation {
  private final List<Booking> bookings = new ArrayList<>();
  private boolean settled;

  private record Booking(Cell cell, Limit limit, long bookedAt, long cost) {
    long delta(long settled) {
      if (limit.algorithm() == Algorithm.CONCURRENCY) {
        return -cost;
      }
      return settled == Store.AS_CHARGED ? 0 : settled - cost;
    }
  }

  /** The charges that were carried out. */
  static Reservation of(Charges charges) {
    Reservation reservation = new Reservation();
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      Cell cell = charge.cell;
      if (cell != null && charges.counts(charge)) {
        reservation.bookings.add(
            new Booking(cell, charge.limit(), charge.bookedAt(), charge.cost()));
      }
    }
    return reservation;
  }

  /** Where the counter of an evicted cell lives now. */
  interface Successor {
    Cell of(Cell evicted, long now);
  }

  /** Whoever hears that it was settled before can rely on it. */
  synchronized Settlement settle(long cost, long now, Successor successor) {
    if (settled) {
      return Settlement.ALREADY_SETTLED;
    }
    settled = true;
    for (Booking booking : bookings) {
      long delta = booking.delta(cost);
      Cell cell = booking.cell;
      while (delta != 0 && cell != null && !cell.settle(booking.bookedAt, delta, now)) {
        Cell heir = cell.heir();
        cell = heir == null && delta > 0 ? successor.of(cell, now) : heir;
      }
    }
    return Settlement.SETTLED;
  }
}
