package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which URLs are taken, and how they are shown. */
class DialectTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:oracle:thin:scott/tiger@host, jdbc:oracle:…",
    "postgresql://u:tiger@host/db, postgresql:…",
    "scott@host:tiger, scott@…",
    "data/throttlex.db, data/throttlex.db",
    "jdbc:sqlite::memory:, jdbc:sqlite::memory:",
    "jdbc:sqlite:, jdbc:sqlite:",
    "jdbc:sqlite:file:x.db, jdbc:sqlite:file:x.db",
    "jdbc:sqlite:x.db?password=tiger, jdbc:sqlite:x.db?…",
    "jdbc:postgresql:tiger, jdbc:postgresql:…",
    "jdbc:postgresql://host, jdbc:postgresql:…",
    "jdbc:postgresql://host/, jdbc:postgresql:…",
    "jdbc:mysql://u:1/tiger@host/db, jdbc:mysql:…",
    "jdbc:mysql://(host=h;password=tiger)/db, jdbc:mysql:…",
    "jdbc:mariadb://u:tiger@@host/db, jdbc:mariadb:…"
  })
  void open_withUnsupportedUrl_isRefusedWithoutShowingThePassword(String url, String printed) {
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "database: \"%s\" (expected: jdbc:sqlite:PATH,"
                + " jdbc:postgresql://HOST:PORT/DATABASE, jdbc:mariadb://HOST:PORT/DATABASE or"
                + " jdbc:mysql://HOST:PORT/DATABASE)",
            printed);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://host:5432/db, jdbc:postgresql://host:5432/db",
    "jdbc:postgresql://u:tiger@host/db, jdbc:postgresql://host/db?…",
    "jdbc:mariadb://10.0.0.1:3306/db?user=u&password=tiger, jdbc:mariadb://10.0.0.1:3306/db?…",
    "'jdbc:mysql://a:1,[::1]:2/db?password=tiger', 'jdbc:mysql://a:1,[::1]:2/db?…'",
    "jdbc:mariadb:sequential://a/db?password=tiger, jdbc:mariadb:sequential://a/db?…",
    "jdbc:mysql://u:1/2?3tiger@host/db, jdbc:mysql:…",
    "jdbc:postgresql://host/db?password=tig@er, jdbc:postgresql:…"
  })
  void printableUrl_hidesUserAndParameters(String url, String printed) {
    assertThat(Dialect.printable(url)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://u:tiger@host:5432/db?a=b, host:5432/db",
    "'jdbc:mariadb:sequential://a:1,b/db', 'a:1,b/db'",
    "jdbc:mysql://host/db?password=tig@er, ''",
    "jdbc:mysql://host, ''",
    "jdbc:sqlite:x.db, ''"
  })
  void place_isHostsAndDatabaseNameOrNone(String url, String place) {
    assertThat(Dialect.place(url).orElse("")).isEqualTo(place);
  }

  @Test
  void serverUrl_separatesUserAndParametersFromTheAddress() {
    ServerUrl url = ServerUrl.of("jdbc:postgresql://u%40x:p%2Fw+@host/db?a=1&b=%25&c=100%&d");

    assertThat(url.address()).isEqualTo("jdbc:postgresql://host/db");
    assertThat(url.parameters())
        .containsOnly(
            Map.entry("user", "u@x"),
            Map.entry("password", "p/w+"),
            Map.entry("a", "1"),
            Map.entry("b", "%"),
            Map.entry("c", "100%"));
    assertThat(url.withDefault("a", "2").parameters()).containsEntry("a", "1");
  }

  @Test
  void databaseSaysItself_whatItIs(@TempDir Path folder) {
    String url = "jdbc:sqlite:" + folder.resolve("x.db");

    assertThat(Dialect.of(Dialect.of(url).dataSource(url))).isEqualTo(Dialect.SQLITE);
  }

  @Test
  void open_ofUnreachableServer_namesItWithoutThePassword() {
    String url = "jdbc:postgresql://u:tiger@127.0.0.1:1/db";

    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("open jdbc:postgresql://127.0.0.1:1/db?…: ")
        .hasMessageNotContaining("tiger");
  }
}
