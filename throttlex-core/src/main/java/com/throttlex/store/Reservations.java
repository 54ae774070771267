package com.throttlex.store;

import com.throttlex.key.KeyHash;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a store in memory, by the hashes of their names.
 *
 * <p>Brief reservations have their own table, because they expire soon. In a common table they
 * would stay behind longer ones that are removed first.
 */
final class Reservations {
  /** The divisor of the memory for brief reservations. */
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
  void add(String name, Verdicts verdicts, HeldCells cells) {
    KeyHash hash = new KeyHash().add(name).end();
    table(name).add(new Reservation(hash.hi(), hash.lo(), verdicts, cells), verdicts.now());
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

  /** Extends a reservation; returns null if it is unknown, settled or expired. */
  @Nullable Verdicts extend(
      String name, long cost, LogMemory logs, long now, Reservation.Successor successor) {
    KeyHash hash = new KeyHash().add(name).end();
    ExpiringTable<Reservation> table = table(name);
    Reservation reservation = table.get(hash.hi(), hash.lo(), now);
    Verdicts verdicts =
        reservation == null ? null : reservation.extend(cost, logs, now, successor, table);
    if (verdicts != null) {
      verdicts.reservedAs(name);
    }
    return verdicts;
  }

  private ExpiringTable<Reservation> table(String name) {
    return ReservationLife.isBrief(name) ? brief : usual;
  }
}
