package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.MariaDbServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MariaDB does what every database must do, and what only it and MySQL must. */
class MariaDbDatabaseTest extends ServerDatabaseContract implements SurvivalContract {
  @Override
  public String newUrl() {
    return MariaDbServer.shared().newDatabase();
  }

  @Override
  String urlOfGuest(String url) throws Exception {
    return guest(url);
  }

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
  void interruptedMigrationIsDoneAgain() throws Exception {
    String url = newUrl();
    try (Database opened = Database.open(url)) {
      opened.rules().create("r", "{}", CHANGE);
    }
    Sql.run(
        url,
        "drop table throttlex_usage_history",
        "delete from throttlex_schema_history where version in ('1', '2', '3')");

    try (Database opened = Database.open(url)) {
      assertThat(opened.rules().revision()).isEqualTo(1);
      opened.usage().add(NOW, List.of(new UsageCount("r", 1, 0, 0)));
    }
  }

  @Test
  void connectionIsStrict_whateverTheServerIs() throws Exception {
    assertThat(Sql.ask(url(), "select @@sql_mode").get(0)).contains("STRICT_ALL_TABLES");
    assertThat(Sql.ask(url(), "select @@tx_isolation")).containsExactly("READ-COMMITTED");
  }

  @Test
  void urlOfMySqlIsOpenedWithTheBundledDriver_whereMySqlsIsMissing() throws Exception {
    String url = url().replace("jdbc:mariadb:", "jdbc:mysql:");
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null);
        Connection connection = MariaDb.dataSource(url, empty).getConnection()) {
      assertThat(connection.getMetaData().getDriverName()).contains("MariaDB");
    }
  }
}
