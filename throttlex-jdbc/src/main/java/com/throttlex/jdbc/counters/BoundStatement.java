package com.throttlex.jdbc.counters;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A statement and the values that are bound to it, in their order. */
final class BoundStatement implements AutoCloseable {
  private final PreparedStatement statement;
  private int bound;

  BoundStatement(Connection connection, String sql) throws SQLException {
    statement = connection.prepareStatement(sql);
  }

  /** Reads a row. */
  @FunctionalInterface
  interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  BoundStatement bytes(RowKey key) throws SQLException {
    statement.setBytes(++bound, key.bytes());
    return this;
  }

  BoundStatement number(long value) throws SQLException {
    statement.setLong(++bound, value);
    return this;
  }

  /** Binds a text that the database stores as bytes and does not interpret. */
  BoundStatement utf8(String value) throws SQLException {
    statement.setBytes(++bound, value.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  BoundStatement text(String value) throws SQLException {
    statement.setString(++bound, value);
    return this;
  }

  /** Binds a key, a text, a number, or null for a number. */
  BoundStatement value(@Nullable Object value) throws SQLException {
    if (value instanceof RowKey key) {
      return bytes(key);
    } else if (value instanceof String text) {
      return text(text);
    } else if (value instanceof Long number) {
      return number(number);
    }
    statement.setNull(++bound, Types.BIGINT);
    return this;
  }

  /** Runs the statement; returns the number of changed rows. */
  int update() throws SQLException {
    try (this) {
      return statement.executeUpdate();
    }
  }

  /**
   * Reads all rows, also of a statement that returns its changes; returns false if there are none.
   */
  boolean rows(Reader reader) throws SQLException {
    try (this) {
      if (!statement.execute()) {
        return false;
      }
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
      return true;
    }
  }

  /** Returns a text column, which some databases store as bytes. */
  static String text(ResultSet row, String column) throws SQLException {
    return new String(row.getBytes(column), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
