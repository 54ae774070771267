package com.throttlex.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * How long a text may be that is part of an index, in bytes as they are stored. The index entries
 * of servers are bounded: 2,704 bytes in PostgreSQL, 3,072 in MariaDB; a user and a rule together
 * have to fit. Rules have ids of 128 characters at most.
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
   * Refuses a text that is too long for the database. SQLite takes all.
   *
   * @throws IllegalArgumentException when it is
   */
  void require(Dialect dialect, String text) {
    // A character is at most three bytes, or five as a substitute.
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
