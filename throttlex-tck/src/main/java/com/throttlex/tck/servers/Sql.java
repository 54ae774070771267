package com.throttlex.tck.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements on a database, each over a new connection; for tests that read tables directly. */
public final class Sql {
  private Sql() {}

  /** Runs a statement without a result. */
  public static void run(String url, String statement) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement + ": " + e.getMessage(), e);
    }
  }

  /** Returns the first column of the first row of a query. */
  public static long number(String url, String query) {
    return first(url, query, rows -> rows.getLong(1));
  }

  /** Returns the first column of the first row of a query, as text. */
  static String text(String url, String query) {
    return first(url, query, rows -> rows.getString(1));
  }

  /** Reads a column. */
  private interface Column<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private static <T> T first(String url, String query, Column<T> column) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery(query)) {
      if (!rows.next()) {
        throw new IllegalStateException(query + ": no row (expected: one)");
      }
      return column.read(rows);
    } catch (SQLException e) {
      throw new IllegalStateException(query + ": " + e.getMessage(), e);
    }
  }
}
