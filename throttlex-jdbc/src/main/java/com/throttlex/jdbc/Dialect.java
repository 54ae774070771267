package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/** A kind of database, and its differences from the others. */
public enum Dialect {
  SQLITE("sqlite", 6, 1),
  POSTGRESQL("postgresql", 6, 2),
  /** Also MySQL. */
  MARIADB("mariadb", 6, 2);

  private static final String EXPECTED =
      "jdbc:sqlite:PATH, jdbc:postgresql://HOST:PORT/DATABASE, jdbc:mariadb://HOST:PORT/DATABASE"
          + " or jdbc:mysql://HOST:PORT/DATABASE";

  private final String folder;
  private final int schemaVersion;
  private final int writers;

  Dialect(String folder, int schemaVersion, int writers) {
    this.folder = folder;
    this.schemaVersion = schemaVersion;
    this.writers = writers;
  }

  /**
   * Returns the dialect of the database at a URL.
   *
   * @throws IllegalArgumentException if no dialect fits
   */
  public static Dialect of(String url) {
    if (url.startsWith(Sqlite.PREFIX)) {
      return SQLITE;
    } else if (url.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    } else if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
      return MARIADB;
    }
    throw refused(url);
  }

  /**
   * Returns the dialect of the database that the source connects to, by the name that it reports.
   *
   * @throws IllegalArgumentException if no dialect fits
   * @throws DatabaseException when the database does not answer
   */
  public static Dialect of(DataSource source) {
    try (Connection connection = source.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return switch (product.toLowerCase(Locale.ROOT)) {
        case "sqlite" -> SQLITE;
        case "postgresql" -> POSTGRESQL;
        case "mariadb", "mysql" -> MARIADB;
        default ->
            throw new IllegalArgumentException(
                "database: " + product + " (expected: SQLite, PostgreSQL, MariaDB or MySQL)");
      };
    } catch (SQLException e) {
      throw DatabaseException.during("read the database's name", e);
    }
  }

  /**
   * Returns a source that opens a new connection at every call, without a pool. A connection reads
   * committed data, rejects values that do not fit into a column, and waits a few seconds at most.
   *
   * @throws IllegalArgumentException when the URL is not of this dialect
   */
  public DataSource dataSource(String url) {
    return switch (this) {
      case SQLITE -> Sqlite.dataSource(url);
      case POSTGRESQL -> Postgres.dataSource(url);
      case MARIADB -> MariaDb.dataSource(url, Dialect.class.getClassLoader());
    };
  }

  /** The number of concurrent writers. */
  int writers() {
    return writers;
  }

  /** The number of the last file in the migration folder. */
  int schemaVersion() {
    return schemaVersion;
  }

  /** Returns the name of the folders with the files of this dialect. */
  String folder() {
    return folder;
  }

  String migrations() {
    return "classpath:com/throttlex/jdbc/migration/" + folder;
  }

  /** Returns the SQL between the values of an insert and the update of an existing key. */
  String orUpdate(String key) {
    return this == MARIADB
        ? " on duplicate key update "
        : " on conflict (" + key + ") do update set ";
  }

  /** Returns the value that the insert would have written into the column. */
  String inserted(String column) {
    return this == MARIADB ? "values(" + column + ")" : "excluded." + column;
  }

  /** Returns the SQL that deletes some of the rows; the last value is the largest number. */
  String deleteSome(String table, String key, String condition) {
    String which = " from " + table + " where " + condition + " limit ?";
    return this == MARIADB
        ? "delete" + which
        : String.format(
            "delete from %s where (%s) in (select %s from (select %s%s) batch)",
            table, key, key, key, which);
  }

  /**
   * Returns the condition that a long text equals the value, which stands for every question mark.
   * The index of PostgreSQL has only the beginning, because a whole text may be too long for it.
   */
  String equalsLong(String column) {
    String equal = column + " = ?";
    return this == POSTGRESQL ? "left(" + column + ", 500) = left(?, 500) and " + equal : equal;
  }

  /**
   * Checks whether the URL names a database, without connecting to it.
   *
   * @throws IllegalArgumentException when it does not; the message shows no password
   */
  public static void requireUrl(String url) {
    if (of(url) != SQLITE) {
      ServerUrl.of(url);
    }
  }

  static IllegalArgumentException refused(String url) {
    return new IllegalArgumentException(
        "database: \"" + printable(url) + "\" (expected: " + EXPECTED + ")");
  }

  /**
   * Returns the host, port and name of a server's database, such as {@code db1:5432/limits}. Empty
   * if the URL has none, or if they may be part of a password with special characters.
   */
  public static Optional<String> place(String url) {
    return ServerUrl.find(url).flatMap(ServerUrl::printablePlace);
  }

  /**
   * Returns the URL without parameters and users, which may contain a password. For a server's
   * database, the host, the port and the name remain; for an unknown kind of URL, the scheme.
   */
  public static String printable(String url) {
    if (url.startsWith(Sqlite.PREFIX)) {
      return url.replaceFirst("(?s)\\?.*", "?…");
    }
    return ServerUrl.find(url)
        .flatMap(ServerUrl::printable)
        .orElseGet(() -> url.replaceFirst("(?s)^((?:jdbc:)?[A-Za-z0-9+.-]*[:@?;]).*", "$1…"));
  }
}
