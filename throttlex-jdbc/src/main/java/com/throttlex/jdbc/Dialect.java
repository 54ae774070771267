package com.throttlex.jdbc;

import javax.sql.DataSource;

/** What differs between databases. */
enum Dialect {
  SQLITE("jdbc:sqlite:", 1);

  private final String prefix;
  private final int writers;

  Dialect(String prefix, int writers) {
    this.prefix = prefix;
    this.writers = writers;
  }

  /**
   * The dialect of the database at the URL.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Dialect of(String url) {
    for (Dialect dialect : values()) {
      if (url.startsWith(dialect.prefix)) {
        return dialect;
      }
    }
    throw refused(url);
  }

  DataSource dataSource(String url) {
    return Sqlite.dataSource(url, url.substring(prefix.length()));
  }

  /** How many may write at a time. */
  int writers() {
    return writers;
  }

  String migrations() {
    return "classpath:com/throttlex/jdbc/migration/sqlite";
  }

  /** Goes between the values of an insert and what happens if the key is there already. */
  String orUpdate(String key) {
    return " on conflict (" + key + ") do update set ";
  }

  /** The value that the insert would have put into the column. */
  String inserted(String column) {
    return "excluded." + column;
  }

  static IllegalArgumentException refused(String url) {
    return new IllegalArgumentException(
        "database: \"" + printable(url) + "\" (expected: jdbc:sqlite:PATH)");
  }

  /** The URL without what may be a password: all parameters, and all that other databases name. */
  static String printable(String url) {
    if (url.startsWith(SQLITE.prefix)) {
      return url.replaceFirst("(?s)\\?.*", "?…");
    }
    return url.replaceFirst("(?s)^((?:jdbc:)?[A-Za-z0-9+.-]*[:@?;]).*", "$1…");
  }
}
