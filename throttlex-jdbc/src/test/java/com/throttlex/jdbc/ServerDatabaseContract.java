package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every database on a server must do. Making one takes a while, so it is used again. */
abstract class ServerDatabaseContract extends DatabaseContract {
  /** Empties a database. */
  static String emptied(String url) throws Exception {
    for (String table : Sql.tables(url)) {
      if (!List.of("throttlex_schema_history", "throttlex_revision").contains(table)) {
        Sql.run(url, "delete from " + table);
      }
    }
    Sql.run(url, "update throttlex_revision set value = 0");
    return url;
  }

  /** Makes a user who may read and write but not make tables; the URL for that user. */
  abstract String urlOfGuest(String url) throws Exception;

  @Test
  void databaseSaysItselfWhatItIs() {
    Dialect dialect = Dialect.of(url());

    assertThat(Dialect.of(dialect.dataSource(url()))).isEqualTo(dialect);
  }

  @Test
  void userWhoMayNotMakeTablesIsTold_andMayUseThem() throws Exception {
    String url = newUrl();
    String guest = urlOfGuest(url);

    assertThatThrownBy(() -> Database.open(guest))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("migrate " + Dialect.printable(url) + ": ")
        .hasMessageEndingWith(
            " (expected: a user who may create and change tables, or tables that are up to date)");
    Database.open(url).close();
    try (Database opened = Database.open(urlOfGuest(url))) {
      assertThat(opened.rules().create("r", "{}", CHANGE).version()).isEqualTo(1);
    }
  }

  @Test
  void tooLongKeysAreRefused_notCut() {
    String user = "u".repeat(2_048);
    database().users().putTier(user, "pro", CHANGE);

    assertThat(database().users().tier(user)).contains("pro");
    assertThatThrownBy(() -> database().users().putTier(user + "u", "pro", CHANGE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("user: 2049 bytes (expected: at most 2048 bytes of UTF-8 in this database)");
    assertThatThrownBy(() -> database().rules().create("ü".repeat(257), "{}", CHANGE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rule: 514 bytes (expected: at most 512 bytes of UTF-8 in this database)");
    assertThat(database().users().tiers()).containsOnlyKeys(user);
    assertThat(database().rules().revision()).isZero();
  }

  /** Random, so that nothing is packed: the longest user and rule fit into an index. */
  @Test
  void longestKeysFitIntoAnIndex() {
    StringBuilder text = new StringBuilder();
    new Random(7).ints(2_048, 33, 127).forEach(text::appendCodePoint);
    String user = text.toString();
    String rule = user.substring(0, 512);
    StoredOverride override =
        new StoredOverride(user, rule, List.of("1/1s"), NOW.plusSeconds(1), user, NOW);

    database().users().putOverride(override);

    assertThat(database().users().overrides(user)).containsExactly(override);
    assertThat(database().audit().query(new AuditQuery(user, user, null, null, null, 9)))
        .hasSize(1);
  }
}
