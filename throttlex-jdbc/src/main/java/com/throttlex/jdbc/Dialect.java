package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/** What differs between databases. */
public enum Dialect {
  SQLITE("sqlite", 3, 1),
  POSTGRESQL("postgresql", 3, 2),
  /** MySQL as well. */
  MARIADB("mariadb", 3, 2);

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
   * The dialect of the database at the URL.
   *
   * @throws IllegalArgumentException when there is none
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
   * The dialect of the database that the source connects to, as the database itself says.
   *
   * @throws IllegalArgumentException when there is none
   * @throws DatabaseException when the database gives no answer
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
      throw DatabaseException.during("ask for the database's name", e);
    }
  }

  /**
   * Opens a new connection at every call, without a pool. A connection reads what is committed,
   * refuses what does not fit into a column, and waits some seconds at most for anything.
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

  /** How many may write at a time. */
  int writers() {
    return writers;
  }

  /** The number of the last file in the migration folder. */
  int schemaVersion() {
    return schemaVersion;
  }

  String migrations() {
    return "classpath:com/throttlex/jdbc/migration/" + folder;
  }

  /** Goes between the values of an insert and what happens if the key is there already. */
  String orUpdate(String key) {
    return this == MARIADB
        ? " on duplicate key update "
        : " on conflict (" + key + ") do update set ";
  }

  /** The value that the insert would have put into the column. */
  String inserted(String column) {
    return this == MARIADB ? "values(" + column + ")" : "excluded." + column;
  }

  /** Deletes some of the rows; the last value says how many at most. */
  String deleteSome(String table, String key, String condition) {
    String which = " from " + table + " where " + condition + " limit ?";
    return this == MARIADB
        ? "delete" + which
        : String.format(
            "delete from %s where (%s) in (select %s from (select %s%s) batch)",
            table, key, key, key, which);
  }

  /**
   * The condition that a long text is the value, which stands for every question mark. PostgreSQL
   * has only the beginning in its index, as a whole text may be too long for one.
   */
  String equalsLong(String column) {
    String equal = column + " = ?";
    return this == POSTGRESQL ? "left(" + column + ", 500) = left(?, 500) and " + equal : equal;
  }

  /**
   * Looks whether the URL names a database, without asking it.
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
   * What tells a server's database from others, such as {@code db1:5432/limits}. Empty when the URL
   * names none, and when it may be part of a password with odd characters.
   */
  public static Optional<String> place(String url) {
    return ServerUrl.find(url).flatMap(ServerUrl::printablePlace);
  }

  /**
   * The URL without what may be a password or belong to one: parameters and users. Of a server's
   * database the host, the port and the name are left; of what is none of ours, the scheme.
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
