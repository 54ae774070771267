package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs prepared statements on one connection. Values are texts, bytes, numbers, times and null
 * texts.
 */
final class Session {
  /** The number of rows that the driver keeps before it sends them. */
  private static final int BATCH = 1_000;

  private final Connection connection;
  private final Dialect dialect;

  Session(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  Dialect dialect() {
    return dialect;
  }

  /** Work in a session. */
  @FunctionalInterface
  interface Work<T> {
    T with(Session session) throws SQLException;
  }

  /** Converts a row to a value. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** Runs a statement; returns how many rows it changed. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Runs one statement for each row of values, in batches. */
  void updateAll(String sql, List<@Nullable Object[]> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int batched = 0;
      for (@Nullable Object[] values : rows) {
        bind(statement, values);
        statement.addBatch();
        batched++;
        if (batched % BATCH == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
  }

  <T> List<T> all(Reader<T> reader, String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet results = statement.executeQuery()) {
        List<T> found = new ArrayList<>();
        Row row = new Row(results);
        while (results.next()) {
          found.add(reader.read(row));
        }
        return found;
      }
    }
  }

  <T> Optional<T> first(Reader<T> reader, String sql, @Nullable Object... values)
      throws SQLException {
    return all(reader, sql, values).stream().findFirst();
  }

  /** Notifies listeners of a change when it is committed. */
  void announce() throws SQLException {
    if (dialect == Dialect.POSTGRESQL) {
      update("notify " + ChangeNotice.CHANNEL);
    }
  }

  boolean hasTable(String name) throws SQLException {
    DatabaseMetaData about = connection.getMetaData();
    try (ResultSet tables =
        about.getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
      return tables.next();
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object[] values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
  }

  private static void bind(PreparedStatement statement, int at, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(at, Types.VARCHAR);
    } else if (value instanceof String text) {
      statement.setString(at, StoredText.encode(text));
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(at, bytes);
    } else if (value instanceof Instant time) {
      statement.setLong(at, EpochMillis.floor(time));
    } else {
      statement.setLong(at, ((Number) value).longValue());
    }
  }
}
