package com.throttlex.jdbc.counters;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A reservation as its row has it.
 *
 * @param charges the charges as text; empty when it is settled
 */
record StoredReservation(String charges, boolean settled, long expiresAt) {
  /** Reads a reservation and the time; returns null if the reservation is unknown. */
  static @Nullable StoredReservation read(Transaction transaction, RowKey name)
      throws SQLException {
    @Nullable StoredReservation[] found = new @Nullable StoredReservation[1];
    transaction
        .call("reservation")
        .bytes(name)
        .rows(
            row -> {
              transaction.timeIs(row.getLong("now"));
              found[0] = of(row);
            });
    return found[0];
  }

  /** Locks and reads a reservation; returns null if there is none. */
  static @Nullable StoredReservation lock(Transaction transaction, RowKey name)
      throws SQLException {
    @Nullable StoredReservation[] found = new @Nullable StoredReservation[1];
    transaction.call("reservation-lock").bytes(name).rows(row -> found[0] = of(row));
    return found[0];
  }

  private static StoredReservation of(ResultSet row) throws SQLException {
    return new StoredReservation(
        BoundStatement.text(row, "charges"), row.getBoolean("settled"), row.getLong("expires_at"));
  }

  boolean isExpired(long now) {
    return expiresAt <= now;
  }
}
