package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements that a test runs past the tables. */
final class Sql {
  private Sql() {}

  private static Connection connect(String url) throws SQLException {
    return Dialect.of(url).dataSource(url).getConnection();
  }

  /** The first column of what is found. */
  static List<String> ask(String url, String sql) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (results.next()) {
        found.add(results.getString(1));
      }
      return found;
    }
  }

  static void run(String url, String... statements) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  static List<String> tables(String url) throws SQLException {
    try (Connection connection = connect(url);
        ResultSet results =
            connection
                .getMetaData()
                .getTables(
                    connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
      List<String> found = new ArrayList<>();
      while (results.next()) {
        found.add(results.getString("TABLE_NAME"));
      }
      return found;
    }
  }
}
