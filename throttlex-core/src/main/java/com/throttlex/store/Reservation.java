package com.throttlex.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Charges of one request that can be extended, and settled once. */
final class Reservation extends Expiring<Reservation> {
  /** The bytes of this object, its place in the table, and an array with at most a gap. */
  private static final int BYTES = 80 + 20;

  /** The bytes of a booking, its place in the array, and its counter, which may be evicted. */
  private static final int BOOKING_BYTES = 56 + 4 + 56;

  private static final BookedCharge[] NONE = {};

  private final long nanos;
  private int bytes = BYTES;
  private BookedCharge[] bookings;
  private volatile boolean spared;
  private boolean settled;

  /** Keeps the applied charges under a name of that hash. */
  Reservation(long hi, long lo, Verdicts verdicts, HeldCells cells) {
    super(hi, lo, verdicts.now() + verdicts.charges().reservationNanos());
    nanos = verdicts.charges().reservationNanos();
    bookings = new BookedCharge[count(verdicts)];
    bytes += bookings.length * BOOKING_BYTES;
    int next = 0;
    boolean slots = false;
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      if (verdicts.counts(verdict)) {
        boolean fixed = verdicts.charges().isFixed(verdict.charge());
        BookedCharge booking = new BookedCharge(verdict, cells.get(i), fixed, null);
        bookings[next++] = booking;
        slots |= booking.slot;
      }
    }
    spared = slots;
  }

  private static int count(Verdicts verdicts) {
    int count = 0;
    for (int i = 0; i < verdicts.size(); i++) {
      count += verdicts.counts(verdicts.get(i)) ? 1 : 0;
    }
    return count;
  }

  @Override
  int bytes() {
    return bytes;
  }

  /**
   * Returns whether it holds a concurrency slot. Without the reservation nobody could release that
   * slot before it expires. The table calls it, so it takes no lock: a reservation calls the table
   * under its own.
   */
  @Override
  boolean isSpared() {
    return spared;
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
    for (BookedCharge booking : bookings) {
      booking.settle(cost, logs, now, successor);
    }
    bookings = NONE;
    spared = false;
    return Settlement.SETTLED;
  }

  /**
   * Raises the charges by that cost if their limits have room, or lowers them by a negative one;
   * returns null if it is settled.
   *
   * @param table the table that has this entry
   */
  synchronized @Nullable Verdicts extend(
      long cost, LogMemory logs, long now, Successor successor, ExpiringTable<Reservation> table) {
    if (settled) {
      return null;
    }
    Charges charges = new Charges().start(now);
    if (cost < 0) {
      lower(-cost, logs, now, successor);
      return new Verdicts(charges);
    }
    List<BookedCharge> raised = new ArrayList<>(bookings.length);
    for (BookedCharge booking : bookings) {
      if (booking.isRaised()) {
        raised.add(booking);
        booking.charge(charges, cost);
      }
    }
    Verdicts verdicts = new Verdicts(charges);
    HeldCells cells = HeldCells.ofThread(raised.size());
    do {
      for (int i = 0; i < raised.size(); i++) {
        Cell cell = raised.get(i).current(now, successor);
        if (cell == null) {
          cells.clear(i);
          return null; // there is no room for its counter any more
        }
        cells.put(i, cell);
      }
    } while (!cells.hold(raised.size()));
    cells.decide(verdicts, logs);
    if (verdicts.admitted()) {
      table.renew(this, now + nanos, () -> book(verdicts, cells));
    }
    cells.clear(raised.size());
    return verdicts;
  }

  private void lower(long units, LogMemory logs, long now, Successor successor) {
    for (int i = 0; i < bookings.length; i++) {
      if (bookings[i].isRaised()) {
        bookings[i] = bookings[i].less(units, logs, now, successor);
      }
    }
  }

  /** Adds the further charges that count. */
  private void book(Verdicts verdicts, HeldCells cells) {
    int raised = 0;
    for (int i = 0; i < bookings.length; i++) {
      BookedCharge before = bookings[i];
      if (before.isRaised()) {
        ChargeVerdict verdict = verdicts.get(raised);
        if (verdicts.counts(verdict)) {
          BookedCharge after = new BookedCharge(verdict, cells.get(raised), false, before);
          bookings[i] = after;
          bytes += after.isMerged(before) ? 0 : BOOKING_BYTES;
        }
        raised++;
      }
    }
  }
}
