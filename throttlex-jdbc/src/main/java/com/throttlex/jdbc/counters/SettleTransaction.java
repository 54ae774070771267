package com.throttlex.jdbc.counters;

import com.throttlex.store.Settlement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Corrects the charge of a reservation to its real cost, once. */
final class SettleTransaction {
  private final RowKey name;
  private final long cost;
  private final String mark;
  private @Nullable Stored stored;

  private record Stored(String charges, boolean settled, long expiresAt) {}

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
   * transaction that marks or removes the row corrects the charge.
   */
  Settlement run(Transaction transaction) throws SQLException {
    stored = null;
    transaction.call("reservation").bytes(name).rows(row -> take(transaction, row));
    Stored found = stored;
    if (found == null || found.expiresAt <= transaction.now()) {
      return Settlement.UNKNOWN;
    }
    if (found.settled || transaction.call(mark).bytes(name).update() == 0) {
      return Settlement.ALREADY_SETTLED;
    }
    correct(transaction, Booking.parse(found.charges));
    return Settlement.SETTLED;
  }

  private void take(Transaction transaction, ResultSet row) throws SQLException {
    transaction.timeIs(row.getLong("now"));
    stored =
        new Stored(
            BoundStatement.text(row, "charges"),
            row.getBoolean("settled"),
            row.getLong("expires_at"));
  }

  private void correct(Transaction transaction, List<Booking> all) throws SQLException {
    List<Booking> bookings = new ArrayList<>();
    SortedSet<RowKey> keys = new TreeSet<>();
    for (Booking booking : all) {
      if (booking.delta(cost) != 0) {
        bookings.add(booking);
        keys.add(booking.key());
      }
    }
    transaction.lock(keys);
    for (Booking booking : bookings) {
      SqlCounter counter = transaction.counter(booking.key());
      long delta = booking.delta(cost);
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
