package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every database on a server. Creating one takes a while, so it is reused. */
abstract class ServerDatabaseContract extends DatabaseContract {
  private static final Map<Class<?>, String> USED = new ConcurrentHashMap<>();

  @Override
  String emptyUrl() throws Exception {
    @Nullable String before = USED.get(getClass());
    if (before != null) {
      return emptied(before);
    }
    String url = newUrl();
    USED.put(getClass(), url);
    return url;
  }

  private static String emptied(String url) throws Exception {
    List<String> statements = new ArrayList<>();
    statements.add("update throttlex_revision set value = 0");
    for (String table : Sql.tables(url)) {
      if (!List.of("throttlex_schema_history", "throttlex_revision").contains(table)) {
        statements.add("delete from " + table);
      }
    }
    Sql.run(url, statements.toArray(String[]::new));
    return url;
  }

  /** Creates a user who may read and write but not create tables; returns the URL for that user. */
  abstract String urlOfGuest(String url) throws Exception;

  @Test
  void dialect_ofDataSource_isTheOneOfItsUrl() {
    Dialect dialect = Dialect.of(url());

    assertThat(Dialect.of(dialect.dataSource(url()))).isEqualTo(dialect);
  }

  @Test
  void userWhoMayNotMakeTablesMayUseThem_andIsToldWhenSomeAreToBeMade() throws Exception {
    String url = newUrl();
    Database.open(url).close();
    String guest = urlOfGuest(url);

    try (Database opened = Database.open(guest)) {
      assertThat(opened.rules().create("r", "{}", CHANGE).version()).isEqualTo(1);
    }
    int last = Dialect.of(url).schemaVersion();
    Sql.run(
        url,
        "alter table throttlex_usage_history drop column waited",
        "delete from throttlex_schema_history where version = '" + last + "'");
    assertThatThrownBy(() -> Database.open(guest))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("migrate " + Dialect.printable(url) + ": ")
        .hasMessageEndingWith(
            " (expected: a user who may create and change tables, or tables that are up to date)");
  }

  /** Longer than a writer waits for a lock, so that it has to try again. */
  @Test
  @Timeout(30)
  void changeIsTriedAgain_whenAnotherHoldsTheRevisionForLong() throws Exception {
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try (Connection holder = Dialect.of(url()).dataSource(url()).getConnection()) {
      holder.setAutoCommit(false);
      holder.createStatement().executeUpdate("update throttlex_revision set value = value + 1");
      Future<StoredRule> created =
          writer.submit(() -> database().rules().create("r", "{}", CHANGE));

      assertThatThrownBy(() -> created.get(1_800, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      holder.rollback();

      assertThat(created.get(20, TimeUnit.SECONDS).version()).isEqualTo(1);
      assertThat(database().rules().revision()).isEqualTo(1);
    } finally {
      writer.shutdown();
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
  void longestUserAndRule_fitIntoTheIndexes() {
    StringBuilder text = new StringBuilder();
    new Random(7).ints(2_048, 33, 127).forEach(text::appendCodePoint);
    String user = text.toString();
    String rule = user.substring(0, 512);
    StoredOverride override =
        new StoredOverride(user, rule, List.of("1/1s"), NOW.plusSeconds(1), user, NOW);

    database().users().putOverride(override);

    assertThat(database().users().overrides(user)).containsExactly(override);
    assertThat(
            database().audit().query(new AuditQuery(user, user, null, null, null, null, null, 9)))
        .hasSize(1);
  }
}
