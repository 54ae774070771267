package com.throttlex.jdbc.counters;

import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Raises the charges of a reservation if their limits have room, or lowers them again. */
final class ExtendTransaction {
  private static final Key NO_KEY = Key.of("reservation", "");

  private final RowKey name;
  private final long cost;
  private final long nanos;

  /**
   * Creates an extension by that cost.
   *
   * @param nanos the new time of the reservation
   */
  ExtendTransaction(RowKey name, long cost, long nanos) {
    this.name = name;
    this.cost = cost;
    this.nanos = nanos;
  }

  /**
   * Extends the reservation; returns null if it is unknown, settled or expired. It reads before it
   * locks, so an unknown name causes no wait. A settlement locks in the same order.
   */
  @Nullable Verdicts run(Transaction transaction) throws SQLException {
    StoredReservation found = StoredReservation.read(transaction, name);
    if (found == null || found.settled() || found.isExpired(transaction.now())) {
      return null;
    }
    found = StoredReservation.lock(transaction, name);
    if (found == null || found.settled()) {
      return null;
    }
    List<Booking> bookings = new ArrayList<>(Booking.parse(found.charges()));
    if (cost < 0) {
      return less(transaction, found, bookings);
    }
    Map<RowKey, Booking> raised = new LinkedHashMap<>();
    bookings.stream().filter(Booking::isRaised).forEach(b -> raised.put(b.key(), b));
    transaction.lock(new TreeSet<>(raised.keySet()));
    transaction.readLogs();
    Verdicts verdicts = decide(transaction, List.copyOf(raised.values()), bookings);
    if (!verdicts.admitted()) {
      transaction.undo();
      return verdicts;
    }
    write(transaction, bookings, Math.max(found.expiresAt(), transaction.now() + nanos));
    transaction.write();
    return verdicts;
  }

  /** Takes back the latest units. */
  private Verdicts less(Transaction transaction, StoredReservation found, List<Booking> bookings)
      throws SQLException {
    List<Correction> corrections = new ArrayList<>();
    Map<RowKey, Long> left = new LinkedHashMap<>();
    for (int i = bookings.size() - 1; i >= 0; i--) {
      Booking booking = bookings.get(i);
      long refund =
          booking.isRaised()
              ? Math.min(booking.cost(), left.getOrDefault(booking.key(), -cost))
              : 0;
      if (refund > 0) {
        left.put(booking.key(), left.getOrDefault(booking.key(), -cost) - refund);
        corrections.add(new Correction(booking, -refund));
        bookings.set(i, booking.withCost(booking.cost() - refund));
      }
    }
    write(transaction, bookings, found.expiresAt());
    Correction.apply(transaction, corrections);
    return new Verdicts(new Charges().start(transaction.now()));
  }

  private void write(Transaction transaction, List<Booking> bookings, long expiresAt)
      throws SQLException {
    transaction.call("extend").text(Booking.text(bookings)).number(expiresAt).bytes(name).update();
  }

  private Verdicts decide(Transaction transaction, List<Booking> raised, List<Booking> bookings) {
    long now = transaction.now();
    Verdicts verdicts = new Verdicts(charges(raised, now));
    verdicts.now(now);
    for (int i = 0; i < raised.size(); i++) {
      SqlCounter counter = transaction.counter(raised.get(i).key());
      counter.adopt(raised.get(i).limit(), now);
      counter.judge(verdicts.get(i), now);
    }
    for (int i = 0; i < raised.size(); i++) {
      Booking before = raised.get(i);
      SqlCounter counter = transaction.counter(before.key());
      ChargeVerdict verdict = verdicts.get(i);
      boolean counts = verdicts.counts(verdict);
      counter.conclude(verdict, counts, now);
      if (counts) {
        Booking.add(
            bookings,
            new Booking(
                before.key(),
                counter.id(),
                before.limit(),
                verdict.bookedAt(),
                cost,
                false,
                before.terms()));
      }
    }
    return verdicts;
  }

  private Charges charges(List<Booking> raised, long now) {
    Charges charges = new Charges().start(now);
    List<String> rules = new ArrayList<>();
    for (Booking booking : raised) {
      Terms terms = booking.parsedTerms();
      if (!rules.contains(terms.rule())) {
        rules.add(terms.rule());
      }
      Charge unused =
          charges.add(
              NO_KEY, charges.size(), booking.limit(), cost, rules.indexOf(terms.rule()), terms);
    }
    return charges;
  }
}
