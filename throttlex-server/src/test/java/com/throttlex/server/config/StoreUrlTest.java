package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The URLs of stores and databases. */
class StoreUrlTest {
  private static final String SERVERS =
      "jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "redis://:secret@h:port, redis:…, "
        + "'redis://host:6379, rediss://host:6379, redis-sentinel://h1:p1,h2:p2/0#master"
        + " or redis-cluster://h1:p1,h2:p2'",
    "jdbc:mysql://h?password=secret, jdbc:mysql:…, SERVERS",
    "jdbc:postgresql:secret, jdbc:postgresql:…, SERVERS",
    "jdbc:sqlite:x.db, jdbc:sqlite:x.db, SERVERS",
    "memory, no URL, 'memory:, redis://HOST:PORT, SERVERS'",
    "disk:/x, disk:…, 'memory:, redis://HOST:PORT, SERVERS'",
    "memory:x, memory:…, 'memory:, redis://HOST:PORT, SERVERS'",
    "'redis://:secret@h,jdbc:mysql://h/d', jdbc:mysql://h/d,"
        + " 'one URL, or several of redis://HOST:PORT, or several of SERVERS'",
    "'redis://:secret@h,redis://:other@h:6379/0', h:6379/0, each store once",
    "'jdbc:mysql://h/d,jdbc:mysql://i/d?password=sec@ret', jdbc:mysql:…,"
        + " 'SERVERS, with %40 for @ in a password'",
    "'jdbc:mysql://u:secret@h:1/d,jdbc:mariadb://v:secret@h:1/d', h:1/d, each store once"
  })
  void store_thatCannotBeUsed_isRefusedWithoutShowingItsPassword(
      String url, String shown, String expected) {
    assertThat(new Setup(folder).option("store", url).problems())
        .containsExactly(
            "--store: store: "
                + shown
                + " (expected: "
                + expected.replace("SERVERS", SERVERS)
                + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "store: [], store: [] (expected: STORES)",
    "'store: [{a: secret}]', store: a map (expected: STORES)",
    "'store: [\"memory:\", redis://h]',"
        + " 'store: memory:… (expected: one URL, or several of redis://HOST:PORT, or several of"
        + " SERVERS)'",
    "'stores: [redis://h]', stores: a list (expected: a map from names to URLs)",
    "'stores: {Redis: redis://h}', 'stores.Redis: a store named Redis (expected: 1 to 32 lower-case"
        + " letters, digits and -, beginning with a letter, and not default)'",
    "'stores: {default: redis://h}', 'stores.default: a store named default (expected: 1 to 32"
        + " lower-case letters, digits and -, beginning with a letter, and not default)'",
    "'stores: {a: redis://h, b: redis://h}',"
        + " stores.b: the URL of another store (expected: each store once)",
    "'stores: {a: disk}', stores.a: no URL (expected: STORES)",
    "store-required: maybe, 'store-required: \"maybe\" (expected: one of false, true)'",
    "expected-nodes: 0, 'expected-nodes: 0 (expected: a whole number from 1 to 10000)'",
    "store-timeout: 9ms, 'store-timeout: \"9ms\" (expected: from 10ms to 10s, such as 250ms)'",
    "store-timeout: 11s, 'store-timeout: \"11s\" (expected: from 10ms to 10s, such as 250ms)'",
    "store-timeout: day, 'store-timeout: \"day\" (expected: from 10ms to 10s, such as 250ms)'"
  })
  void store_ofAWrongForm_isRefused(String text, String expected) {
    assertThat(new Setup(folder).yaml(text).problems())
        .contains(
            "throttlex.yml:1: "
                + expected
                    .replace("STORES", "memory:, redis://HOST:PORT, SERVERS")
                    .replace("SERVERS", SERVERS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory:",
        "redis://h",
        "redis://user:secret@h:6379/1?timeout=20ms",
        "rediss://h:6379",
        "redis-sentinel://h1:26379,h2:26379/0#main",
        "redis-cluster://user:secret@h1:7000,h2:7001",
        "jdbc:postgresql://user:secret@h:5432/d",
        "jdbc:mariadb://h1:3306,h2:3306/d?user=u&password=sec@ret",
        "jdbc:mysql://h/d"
      })
  void store_withASupportedUrl_isAccepted(String url) {
    assertThat(new Setup(folder).option("store", url).settings().store().urls())
        .containsExactly(url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://u:secret@h, jdbc:postgresql:…, ''",
    "jdbc:sqlite:, jdbc:sqlite:…, 'jdbc:sqlite:FILE, '",
    "data/x.db, no URL, 'jdbc:sqlite:FILE, '",
    "redis://:secret@h, redis:…, 'jdbc:sqlite:FILE, '"
  })
  void database_thatCannotBeUsed_isRefusedWithoutShowingItsPassword(
      String url, String shown, String expected) {
    assertThat(new Setup(folder).option("database", url).problems())
        .containsExactly(
            "--database: database: " + shown + " (expected: " + expected + SERVERS + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql://user:secret@h:5432/d", "jdbc:mysql://h1,h2/d?user=u"})
  void database_onAServer_isAccepted(String url) {
    assertThat(new Setup(folder).option("database", url).settings().database()).isEqualTo(url);
  }
}
