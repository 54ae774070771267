package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests that only MariaDB and MySQL must pass. */
interface MariaDbFamilyContract extends OpenDatabase {
  /** Creates a user who may read and write but not create tables; returns the URL for that user. */
  static String guest(String url) throws Exception {
    Sql.run(
        url,
        "drop user if exists guest",
        "create user guest identified by 'guest'",
        "grant select, insert, update, delete on "
            + url.replaceFirst(".*/([^?]*)\\?.*", "$1")
            + ".* to guest");
    return url.replaceFirst("\\?.*", "?user=guest&password=guest");
  }

  @Test
  default void open_afterInterruptedMigration_repeatsItAndKeepsTheData() throws Exception {
    String url = newUrl();
    try (Database opened = Database.open(url)) {
      opened.rules().create("r", "{}", DatabaseContract.CHANGE);
    }
    Sql.run(
        url,
        "drop table throttlex_usage_history",
        "delete from throttlex_schema_history where version is not null");

    try (Database opened = Database.open(url)) {
      assertThat(opened.rules().revision()).isEqualTo(1);
      opened.usage().add(DatabaseContract.NOW, List.of(new UsageCount("r", 1, 0, 0, 0)));
    }
  }

  @Test
  default void connectionIsStrict_whateverTheServerIs() throws Exception {
    assertThat(Sql.ask(url(), "select @@sql_mode").get(0)).contains("STRICT_ALL_TABLES");
    assertThat(Sql.ask(url(), "select @@transaction_isolation")).containsExactly("READ-COMMITTED");
  }
}
