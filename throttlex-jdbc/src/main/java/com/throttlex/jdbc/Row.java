package com.throttlex.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The present row of a query. */
final class Row {
  private final ResultSet results;

  Row(ResultSet results) {
    this.results = results;
  }

  String text(String column) throws SQLException {
    return StoredText.decode(results.getString(column));
  }

  @Nullable String optionalText(String column) throws SQLException {
    String stored = results.getString(column);
    return stored == null ? null : StoredText.decode(stored);
  }

  byte[] bytes(String column) throws SQLException {
    return results.getBytes(column);
  }

  long number(String column) throws SQLException {
    return results.getLong(column);
  }

  Instant time(String column) throws SQLException {
    return Instant.ofEpochMilli(results.getLong(column));
  }
}
