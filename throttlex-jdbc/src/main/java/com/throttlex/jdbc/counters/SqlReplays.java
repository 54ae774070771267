package com.throttlex.jdbc.counters;

import com.throttlex.store.Verdicts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The stored answers that one transaction reads and writes.
 *
 * <p>Their rows are locked first. So of concurrent repeats one decides at a time until one is
 * admitted. The others get its answer, on any node.
 */
final class SqlReplays {
  private final Transaction transaction;
  private final Map<RowKey, Kept> kept = new HashMap<>();
  private final Map<RowKey, String> made = new HashMap<>();

  private record Kept(String answer, long expiresAt) {}

  SqlReplays(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Creates or locks the rows. */
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

  /** Repeats the answer to an earlier request; returns false if there is none. */
  boolean repeat(RowKey key, Verdicts verdicts) {
    return SqlKeptAnswer.repeat(answer(key), verdicts);
  }

  private @Nullable String answer(RowKey key) {
    String fresh = made.get(key);
    Kept found = kept.get(key);
    if (fresh != null || found == null) {
      return fresh;
    }
    return found.expiresAt > transaction.now() ? found.answer : null;
  }

  /** Stores the answer to an admitted request. */
  void keep(RowKey key, Verdicts verdicts) {
    made.put(key, SqlKeptAnswer.of(verdicts));
  }

  /** Writes the new answers; returns whether there were any. */
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
