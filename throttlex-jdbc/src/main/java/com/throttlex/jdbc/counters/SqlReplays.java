package com.throttlex.jdbc.counters;

import com.throttlex.store.Charges;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The kept answers that one transaction deals with.
 *
 * <p>Their rows are locked first, so of repetitions that arrive together one decides at a time,
 * until one is admitted; the others get its answer, wherever they are.
 */
final class SqlReplays {
  private final Transaction transaction;
  private final Map<RowKey, Kept> kept = new HashMap<>();
  private final Map<RowKey, String> made = new HashMap<>();

  private record Kept(String answer, long expiresAt) {}

  SqlReplays(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Makes or locks the rows. */
  void lock(SortedSet<RowKey> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    BoundStatement call = transaction.call("replay-lock", keys.size());
    for (RowKey key : keys) {
      call.bytes(key);
    }
    if (!call.rows(this::take)) {
      BoundStatement reading = transaction.call("replay-read", keys.size());
      for (RowKey key : keys) {
        reading.bytes(key);
      }
      reading.rows(this::take);
    }
  }

  private void take(ResultSet row) throws SQLException {
    RowKey key = RowKey.of(row.getBytes("key_id"));
    kept.put(key, new Kept(BoundStatement.text(row, "answer"), row.getLong("expires_at")));
  }

  /** Gives the answer to an earlier request again; false when there is none. */
  boolean repeat(RowKey key, Charges charges) {
    return SqlKeptAnswer.repeat(answer(key), charges);
  }

  private @Nullable String answer(RowKey key) {
    String fresh = made.get(key);
    Kept found = kept.get(key);
    if (fresh != null || found == null) {
      return fresh;
    }
    return found.expiresAt > transaction.now() ? found.answer : null;
  }

  /** Keeps the answer to a request that was admitted. */
  void keep(RowKey key, Charges charges) {
    made.put(key, SqlKeptAnswer.of(charges));
  }

  /** Writes what was kept; true when something was. */
  boolean write() throws SQLException {
    for (Map.Entry<RowKey, String> answer : made.entrySet()) {
      transaction
          .call("replay-write")
          .text(answer.getValue())
          .number(transaction.now() + SqlKeptAnswer.NANOS)
          .bytes(answer.getKey())
          .update();
    }
    return !made.isEmpty();
  }
}
