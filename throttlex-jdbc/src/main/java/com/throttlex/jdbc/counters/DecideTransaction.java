package com.throttlex.jdbc.counters;

import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Decides requests one after the other, in one transaction. */
final class DecideTransaction {
  private final String prefix;
  private final List<Verdicts> requests;
  private final List<RowKey[]> keys = new ArrayList<>();
  private final SortedSet<RowKey> charged = new TreeSet<>();
  private final SortedSet<RowKey> peeked = new TreeSet<>();
  private final SortedSet<RowKey> replayed = new TreeSet<>();

  /**
   * Collects the keys that have to be read.
   *
   * @throws IllegalArgumentException if a request charges one counter twice
   */
  DecideTransaction(String prefix, List<Verdicts> requests) {
    this.prefix = prefix;
    this.requests = requests;
    for (Verdicts request : requests) {
      Charges charges = request.charges();
      keys.add(keysOf(charges));
      String replayKey = charges.replayKey();
      if (replayKey != null && !charges.isDryRun()) {
        replayed.add(RowKey.ofName(prefix, replayKey));
      }
    }
    peeked.removeAll(charged);
  }

  private RowKey[] keysOf(Charges charges) {
    RowKey[] found = new RowKey[charges.size()];
    SortedSet<RowKey> distinct = new TreeSet<>();
    for (int i = 0; i < found.length; i++) {
      Charge charge = charges.get(i);
      found[i] = RowKey.ofCounter(prefix, charge.key(), charge.index());
      if (!distinct.add(found[i])) {
        throw new IllegalArgumentException(
            "charges: one counter twice (expected: each key and index once in a request)");
      }
      (charges.isPeek(charge) ? peeked : charged).add(found[i]);
    }
    return found;
  }

  /**
   * Decides the requests; if nothing was charged, rolls everything back, such as a created counter.
   */
  void run(Transaction transaction) throws SQLException {
    SqlReplays replays = new SqlReplays(transaction);
    replays.lock(replayed);
    transaction.lock(charged);
    transaction.read(peeked);
    transaction.readLogs();
    if (charged.isEmpty() && peeked.isEmpty()) {
      transaction.time();
    }
    Map<RowKey, Reservation> reservations = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      Verdicts verdicts = requests.get(i);
      Charges charges = verdicts.charges();
      String replayKey = charges.isDryRun() ? null : charges.replayKey();
      if (replayKey == null) {
        decide(transaction, verdicts, keys.get(i), reservations);
        continue;
      }
      RowKey replay = RowKey.ofName(prefix, replayKey);
      if (!replays.repeat(replay, verdicts)) {
        decide(transaction, verdicts, keys.get(i), reservations);
        if (verdicts.admitted()) {
          replays.keep(replay, verdicts);
        }
      }
    }
    boolean written = replays.write();
    for (Map.Entry<RowKey, Reservation> made : reservations.entrySet()) {
      made.getValue().write(transaction, made.getKey());
      written = true;
    }
    if (!transaction.write() && !written) {
      transaction.undo();
    }
  }

  private void decide(
      Transaction transaction,
      Verdicts verdicts,
      RowKey[] counters,
      Map<RowKey, Reservation> reservations)
      throws SQLException {
    Charges charges = verdicts.charges();
    long now = transaction.now();
    verdicts.decided(now, charges.reservation());
    SqlCounter[] met = new SqlCounter[counters.length];
    for (int i = 0; i < met.length; i++) {
      Charge charge = charges.get(i);
      SqlCounter counter = transaction.counter(counters[i]);
      if (charges.isPeek(charge)) {
        met[i] = counter.copyUnder(charge.limit(), now);
      } else {
        counter.adopt(charge.limit(), now);
        met[i] = counter;
      }
      met[i].judge(verdicts.get(i), now);
    }
    List<Booking> bookings = new ArrayList<>();
    for (int i = 0; i < met.length; i++) {
      Charge charge = charges.get(i);
      ChargeVerdict verdict = verdicts.get(i);
      boolean counts = verdicts.counts(verdict);
      met[i].conclude(verdict, counts, now);
      if (counts) {
        bookings.add(
            new Booking(
                counters[i],
                met[i].id(),
                charge.limit(),
                verdict.bookedAt(),
                charge.cost(),
                charges.isFixed(charge),
                charge.terms().text()));
      }
    }
    String name = charges.reservation();
    if (name != null && !charges.isDryRun() && verdicts.admitted()) {
      reservations.putIfAbsent(
          RowKey.ofName(prefix, name),
          new Reservation(Booking.text(bookings), now + charges.reservationNanos()));
    }
  }

  /** Charges that are stored for a settlement. */
  private record Reservation(String charges, long expiresAt) {
    void write(Transaction transaction, RowKey name) throws SQLException {
      transaction
          .call("reserve")
          .bytes(name)
          .text(charges)
          .number(transaction.now())
          .number(expiresAt)
          .update();
    }
  }
}
