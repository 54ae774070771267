package com.throttlex.store;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A charge that was applied to a counter in memory, with the earlier ones of the same reservation.
 *
 * <p>A settlement gives back the latest charges first. Charges of the same time are one booking.
 * After {@link #MOST} bookings of one counter the others join the latest; a refund may then be
 * smaller, never larger.
 */
final class BookedCharge {
  /** The most bookings of one counter in a reservation. */
  static final int MOST = 64;

  private static final Key NO_KEY = Key.of("reservation", "");

  final boolean slot;
  private final boolean fixed;
  private final Cell cell;
  private final Limit limit;
  private final int rule;
  private final Terms terms;
  private final long bookedAt;
  private final long cost;
  private final int size;
  private final @Nullable BookedCharge earlier;

  /**
   * Creates a booking.
   *
   * @param before the last booking of the same counter, or null
   */
  BookedCharge(ChargeVerdict verdict, Cell cell, boolean fixed, @Nullable BookedCharge before) {
    Charge charge = verdict.charge();
    BookedCharge joined =
        before != null && (before.bookedAt == verdict.bookedAt() || before.size == MOST)
            ? before
            : null;
    this.cell = cell;
    this.fixed = fixed;
    limit = charge.limit();
    rule = charge.rule();
    terms = charge.terms();
    bookedAt = joined == null ? verdict.bookedAt() : joined.bookedAt;
    cost = joined == null ? charge.cost() : joined.cost + charge.cost();
    slot = limit.algorithm() == Algorithm.CONCURRENCY;
    earlier = joined == null ? before : joined.earlier;
    size = earlier == null ? 1 : earlier.size + 1;
  }

  /** Creates a copy with another cost. */
  private BookedCharge(BookedCharge other, long cost) {
    slot = other.slot;
    fixed = other.fixed;
    cell = other.cell;
    limit = other.limit;
    rule = other.rule;
    terms = other.terms;
    bookedAt = other.bookedAt;
    size = other.size;
    earlier = other.earlier;
    this.cost = cost;
  }

  /** Returns whether this booking took the place of another. */
  boolean isMerged(BookedCharge before) {
    return earlier != before;
  }

  /** Returns whether an extension raises this charge. */
  boolean isRaised() {
    return !slot && !fixed;
  }

  /** Adds a further charge of the same counter. */
  void charge(Charges charges, long further) {
    charges.add(NO_KEY, 0, limit, further, rule, terms);
  }

  /** Returns the cell that has the counter now, under the same limit; null if there is no room. */
  @Nullable Cell current(long now, Reservation.Successor successor) {
    Cell current = cell;
    while (current != null && (current.isEvicted() || !current.suits(limit))) {
      Cell heir = current.isEvicted() ? current.heir() : null;
      current = heir == null ? successor.of(current, now) : heir;
    }
    return current;
  }

  /** Corrects all charges of the counter to the real cost. */
  void settle(long real, LogMemory logs, long now, Reservation.Successor successor) {
    long charged = 0;
    for (BookedCharge booking = this; booking != null; booking = booking.earlier) {
      charged += booking.cost;
    }
    long delta = slot || real == 0 ? -charged : fixed || real < 0 ? 0 : real - charged;
    if (delta > 0) {
      correct(delta, logs, now, successor);
    }
    for (BookedCharge booking = this; booking != null && delta < 0; booking = booking.earlier) {
      long refund = Math.min(-delta, booking.cost);
      booking.correct(-refund, logs, now, successor);
      delta += refund;
    }
  }

  /** Takes back the latest units; returns the rest. */
  BookedCharge less(long units, LogMemory logs, long now, Reservation.Successor successor) {
    long refund = Math.min(units, cost);
    correct(-refund, logs, now, successor);
    return refund == cost && earlier != null
        ? earlier.less(units - refund, logs, now, successor)
        : new BookedCharge(this, cost - refund);
  }

  private void correct(long delta, LogMemory logs, long now, Reservation.Successor successor) {
    Cell corrected = cell;
    while (corrected != null && !corrected.settle(bookedAt, delta, logs, now)) {
      Cell heir = corrected.heir();
      corrected = heir == null && delta > 0 ? successor.of(corrected, now) : heir;
    }
  }
}
