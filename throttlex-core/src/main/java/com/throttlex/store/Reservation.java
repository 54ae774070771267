package com.throttlex.store;

import com.throttlex.algorithm.Algorithm;
import org.jspecify.annotations.Nullable;

/** Charges of one request that can still be settled, once. */
final class Reservation extends Expiring<Reservation> {
  /** The bytes of this object and its place in the table. */
  private static final int BYTES = 72;

  /** The bytes of a booking and of its counter, which may not be in the table any more. */
  private static final int BOOKING_BYTES = 40 + 56;

  private final int bytes;
  private @Nullable Booking bookings;
  private boolean settled;

  /** A charge that was applied. */
  private static final class Booking {
    private final Cell cell;
    private final long bookedAt;
    private final long cost;
    private final boolean slot;
    private final @Nullable Booking next;

    Booking(ChargeVerdict verdict, Cell cell, @Nullable Booking next) {
      this.cell = cell;
      this.next = next;
      bookedAt = verdict.bookedAt();
      cost = verdict.charge().cost();
      slot = verdict.limit().algorithm() == Algorithm.CONCURRENCY;
    }

    long delta(long settled) {
      if (slot) {
        return -cost;
      }
      return settled == Store.AS_CHARGED ? 0 : settled - cost;
    }
  }

  /** Keeps the applied charges under a name of that hash. */
  Reservation(long hi, long lo, Verdicts verdicts, HeldCells cells) {
    super(hi, lo, verdicts.now() + verdicts.charges().reservationNanos());
    int size = 0;
    for (int i = verdicts.size() - 1; i >= 0; i--) {
      ChargeVerdict verdict = verdicts.get(i);
      if (verdicts.counts(verdict)) {
        bookings = new Booking(verdict, cells.get(i), bookings);
        size++;
      }
    }
    bytes = BYTES + size * BOOKING_BYTES;
  }

  @Override
  int bytes() {
    return bytes;
  }

  /**
   * Returns whether it holds a concurrency slot. Without the reservation nobody could release that
   * slot before it expires.
   */
  @Override
  synchronized boolean isSpared() {
    for (Booking booking = bookings; booking != null; booking = booking.next) {
      if (booking.slot) {
        return true;
      }
    }
    return false;
  }

  /** Finds the cell that has the counter of an evicted cell now; null if none has. */
  interface Successor {
    @Nullable Cell of(Cell evicted, long now);
  }

  /**
   * Settles the charges. When it returns {@link Settlement#ALREADY_SETTLED}, the first settlement
   * is complete.
   */
  synchronized Settlement settle(long cost, LogMemory logs, long now, Successor successor) {
    if (settled) {
      return Settlement.ALREADY_SETTLED;
    }
    settled = true;
    for (Booking booking = bookings; booking != null; booking = booking.next) {
      long delta = booking.delta(cost);
      Cell cell = booking.cell;
      while (delta != 0 && cell != null && !cell.settle(booking.bookedAt, delta, logs, now)) {
        Cell heir = cell.heir();
        cell = heir == null && delta > 0 ? successor.of(cell, now) : heir;
      }
    }
    bookings = null;
    return Settlement.SETTLED;
  }
}
