package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.LimitText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The counters that one transaction has read, and the changes that it writes. */
final class Transaction {
  /** How long a state is stored after its last use, in case the clock steps back. */
  static final long MARGIN = 60_000_000_000L;

  private final Connection connection;
  private final Statements statements;
  private final boolean takesCommits;
  private final @Nullable Long setTime;
  private final Map<RowKey, SqlCounter> counters = new HashMap<>();
  private final LogRows logs = new LogRows(this);
  private long now;
  private boolean undone;

  /**
   * Creates a transaction that has read nothing.
   *
   * @param takesCommits whether a commit can be sent along with a statement
   * @param setTime the time, or null for the database's time
   */
  Transaction(
      Connection connection, Statements statements, boolean takesCommits, @Nullable Long setTime) {
    this.connection = connection;
    this.statements = statements;
    this.takesCommits = takesCommits;
    this.setTime = setTime;
  }

  /** Returns the time: the database's at which the counters were read. */
  long now() {
    return setTime == null ? now : setTime;
  }

  /** Records the time of the database's clock. */
  void timeIs(long nanos) {
    now = Math.max(now, nanos);
  }

  BoundStatement call(String name) throws SQLException {
    return new BoundStatement(connection, statements.text(name));
  }

  /** Returns whether the database can charge a counter and return the result in one statement. */
  boolean canChargeAtOnce() {
    return statements.areReturning();
  }

  /** Returns a statement with named values that also commits the transaction. */
  BoundStatement lastNamed(String name, Function<String, @Nullable Object> values)
      throws SQLException {
    Statements.Named statement = statements.named(name);
    BoundStatement call = new BoundStatement(connection, last(statement.text()));
    for (String value : statement.names()) {
      call.value(values.apply(value));
    }
    return call;
  }

  /** Returns the time that was set; null for the database's time. */
  @Nullable Long setTime() {
    return setTime;
  }

  BoundStatement call(String name, int rows) throws SQLException {
    return new BoundStatement(connection, statements.text(name, rows));
  }

  /** Marks the transaction for rollback. */
  void undo() {
    undone = true;
  }

  boolean isUndone() {
    return undone;
  }

  /** Returns a counter that was locked or read. */
  SqlCounter counter(RowKey key) {
    return counters.computeIfAbsent(key, missing -> new SqlCounter(missing, 0, logs));
  }

  /** Creates or locks counters, in the order of their keys. */
  void lock(SortedSet<RowKey> keys) throws SQLException {
    SortedSet<RowKey> missing = new TreeSet<>(keys);
    while (!missing.isEmpty()) {
      lockOnce(missing);
      missing.removeAll(counters.keySet());
      requireOrder(keys, missing);
    }
  }

  /**
   * Throws if a missing counter is not last in the order. Another transaction created it meanwhile,
   * so it was not locked with the rest. Locking it now would be out of order and could end in a
   * deadlock. So the transaction is retried.
   */
  private static void requireOrder(SortedSet<RowKey> keys, SortedSet<RowKey> missing)
      throws SQLException {
    if (!missing.isEmpty() && !missing.containsAll(keys.tailSet(missing.first()))) {
      throw new SQLTransactionRollbackException("counters: created concurrently", "40001");
    }
  }

  private void lockOnce(SortedSet<RowKey> keys) throws SQLException {
    int rows = Statements.padded(keys.size());
    BoundStatement call = call("lock", rows);
    for (RowKey key : keys) {
      call.bytes(key).number(newId());
    }
    for (int i = keys.size(); i < rows; i++) {
      call.bytes(keys.last()).number(newId());
    }
    if (!call.rows(this::take)) {
      read(keys);
    }
  }

  private static long newId() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  /** Reads counters without locking them. */
  void read(SortedSet<RowKey> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    int rows = Statements.padded(keys.size());
    BoundStatement call = call("read", rows);
    for (RowKey key : keys) {
      call.bytes(key);
    }
    for (int i = keys.size(); i < rows; i++) {
      call.bytes(keys.last());
    }
    call.rows(this::take);
    if (now == 0) {
      time();
    }
  }

  /** Reads only the time. */
  long time() throws SQLException {
    call("now").rows(row -> timeIs(row.getLong("now")));
    return now();
  }

  private void take(ResultSet row) throws SQLException {
    RowKey key = RowKey.of(row.getBytes("key_id"));
    long id = row.getLong("counter_id");
    String limits = BoundStatement.text(row, "limits");
    timeIs(row.getLong("now"));
    SqlCounter counter =
        limits.isEmpty()
            ? new SqlCounter(key, id, logs)
            : new SqlCounter(
                key,
                id,
                logs,
                statements.limit(limits),
                row.getLong("word"),
                row.getLong("previous"),
                row.getLong("floor_at"),
                row.getLong("expires_at") - MARGIN);
    counters.put(key, counter);
  }

  /** Reads the oldest charges of all logs at once. */
  void readLogs() throws SQLException {
    logs.read(counters.values());
  }

  /** Returns a statement that ends the transaction, in the same round trip if possible. */
  private String last(String text) {
    return takesCommits ? text + "; commit" : text;
  }

  /** Writes the changes and, if there are any, commits; returns whether there were any. */
  boolean write() throws SQLException {
    List<SqlCounter> changed = counters.values().stream().filter(SqlCounter::hasChanged).toList();
    if (changed.isEmpty()) {
      return false;
    }
    logs.write(changed);
    int rows = Statements.padded(changed.size());
    BoundStatement call = new BoundStatement(connection, last(statements.text("write", rows)));
    for (int i = 0; i < rows; i++) {
      SqlCounter counter = changed.get(Math.min(i, changed.size() - 1));
      call.bytes(counter.key())
          .text(LimitText.of(counter.limit()))
          .number(counter.word())
          .number(counter.previous())
          .number(counter.floor())
          .number(counter.endsAt(now()) + MARGIN);
    }
    call.update();
    return true;
  }
}
