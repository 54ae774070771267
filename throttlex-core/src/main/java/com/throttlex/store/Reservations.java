package com.throttlex.store;

import com.throttlex.key.KeyHash;

/**
 * The reservations of a store in memory, by the hashes of their names.
 *
 * <p>Those that the program makes for itself have a table of their own, as their life is short: in
 * one table they would wait behind longer ones for their turn to leave.
 */
final class Reservations {
  /** Of the memory, one part in so many is for those that the program makes for itself. */
  private static final int BRIEF_PART = 8;

  private final ExpiringTable<Reservation> usual;
  private final ExpiringTable<Reservation> brief;

  Reservations(long budget) {
    brief = new ExpiringTable<>(budget / BRIEF_PART);
    usual = new ExpiringTable<>(budget - brief.budget());
  }

  long bytes() {
    return usual.bytes() + brief.bytes();
  }

  long budget() {
    return usual.budget() + brief.budget();
  }

  /** Keeps the charges of an admitted request, unless the name is taken. */
  void add(String name, Charges charges, HeldCells cells) {
    KeyHash hash = new KeyHash().add(name).end();
    table(name).add(new Reservation(hash.hi(), hash.lo(), charges, cells), charges.now());
  }

  Settlement settle(
      String name, long cost, LogMemory logs, long now, Reservation.Successor successor) {
    KeyHash hash = new KeyHash().add(name).end();
    ExpiringTable<Reservation> table = table(name);
    Reservation reservation = table.get(hash.hi(), hash.lo(), now);
    if (reservation == null) {
      return Settlement.UNKNOWN;
    }
    Settlement settlement = reservation.settle(cost, logs, now, successor);
    if (ReservationLife.isBrief(name)) {
      table.remove(reservation);
    }
    return settlement;
  }

  private ExpiringTable<Reservation> table(String name) {
    return ReservationLife.isBrief(name) ? brief : usual;
  }
}
