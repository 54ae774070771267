package com.throttlex.jdbc.counters;

import com.throttlex.store.Notes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Notes in the database of counters, by its clock.
 *
 * <p>A write locks a single row, so writers wait for each other without deadlocks. The store's
 * sweeper deletes a note a day after it has expired.
 */
public final class JdbcNotes implements Notes {
  private static final long REMEMBERED_NANOS = TimeUnit.DAYS.toNanos(1);

  private final JdbcStore store;

  /** Creates notes in the database of a store; usable while the store is open. */
  public JdbcNotes(JdbcStore store) {
    this.store = store;
  }

  @Override
  public CompletionStage<Map<String, Note>> read() {
    return store.in(
        transaction -> {
          Map<String, Note> notes = new HashMap<>();
          transaction
              .call("note-read")
              .number(transaction.time())
              .rows(
                  row ->
                      notes.put(
                          BoundStatement.text(row, "name"),
                          new Note(row.getLong("version"), BoundStatement.text(row, "content"))));
          return Map.copyOf(notes);
        });
  }

  @Override
  public CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl) {
    return store.in(
        transaction -> {
          Writing writing =
              new Writing(transaction, name, text, transaction.time() + ttl.toNanos());
          if (expected == -1) {
            return writing.add("note-put") > 0;
          }
          return writing.replace(expected) > 0 || (expected == 0 && writing.add("note-add") > 0);
        });
  }

  /** A note that is being written. */
  private record Writing(Transaction transaction, String name, String text, long endsAt) {
    /** Replaces the note if it has that version; 0 means an expired note. */
    int replace(long expected) throws SQLException {
      return transaction
          .call("note-replace")
          .utf8(text)
          .number(endsAt)
          .number(endsAt + REMEMBERED_NANOS)
          .bytes(key())
          .number(transaction.now())
          .number(expected)
          .update();
    }

    /** Adds the note; the statement defines what happens if it already exists. */
    int add(String statement) throws SQLException {
      return transaction
          .call(statement)
          .bytes(key())
          .utf8(name)
          .utf8(text)
          .number(endsAt)
          .number(endsAt + REMEMBERED_NANOS)
          .update();
    }

    private RowKey key() {
      return RowKey.ofName("", name);
    }
  }
}
