package com.throttlex.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The maximum length of a text in an index, in stored bytes. The index entries of servers are
 * bounded: 2,704 bytes in PostgreSQL, 3,072 in MariaDB. A user and a rule together must fit. Ids of
 * rules have at most 128 characters.
 */
enum KeySize {
  USER(2_048),
  RULE(512),
  ACTOR(2_048);

  private final int most;

  KeySize(int most) {
    this.most = most;
  }

  /**
   * Checks that a text is short enough for the database; SQLite has no maximum.
   *
   * @throws IllegalArgumentException when it is too long
   */
  void require(Dialect dialect, String text) {
    // A character has at most three bytes, or five as a substitute.
    if (dialect == Dialect.SQLITE || text.length() <= most / 5) {
      return;
    }
    int bytes = StoredText.encode(text).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > most) {
      throw new IllegalArgumentException(
          String.format(
              "%s: %d bytes (expected: at most %d bytes of UTF-8 in this database)",
              name().toLowerCase(Locale.ROOT), bytes, most));
    }
  }
}
