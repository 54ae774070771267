package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.admits;
import static com.throttlex.jdbc.counters.Requests.one;
import static com.throttlex.jdbc.counters.Requests.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.Dialect;
import com.throttlex.store.StoreUnusableException;
import com.throttlex.tck.Together;
import com.throttlex.tck.servers.Sql;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how the tables of counters are created, and which existing tables are not accepted. */
interface CounterMigrationContract extends CounterFixture {
  Limit LIMIT = Requests.forGood(Algorithm.SLIDING_WINDOW_LOG, 10);

  @Test
  default void tables_ofAnEmptyDatabase_areCreatedByTheFirstStoreAndKeptByOthers() {
    String url = newDatabase();
    try (JdbcStore first = JdbcStore.open(url, PATIENCE)) {
      first.check();
      assertThat(admits(first, one(LIMIT, "a"))).isTrue();
      first.check();
    }
    try (JdbcStore second = JdbcStore.open(url, PATIENCE)) {
      second.check();
      assertThat(used(second, "a")).isEqualTo(1);
      assertThat(Sql.number(url, "select count(*) from throttlex_schema_history"))
          .isEqualTo(Sql.number(url(), "select count(*) from throttlex_schema_history"));
    }
  }

  @Test
  default void tables_whenSeveralAskAtOnce_areMadeOnce() {
    String url = newDatabase();
    long admitted =
        Together.sum(
            4,
            i -> {
              try (JdbcStore store = JdbcStore.open(url, PATIENCE)) {
                store.check();
                return admits(store, one(LIMIT, "a")) ? 1L : 0L;
              }
            });

    assertThat(admitted).isEqualTo(4);
    try (JdbcStore store = JdbcStore.open(url, PATIENCE)) {
      assertThat(used(store, "a")).isEqualTo(4);
    }
  }

  @Test
  default void tables_ofANewerProgram_areRefusedWithAClearWord() {
    String url = newDatabase();
    try (JdbcStore store = JdbcStore.open(url, PATIENCE)) {
      store.check();
    }
    Sql.run(url, "update throttlex_schema_history set version = '99' where version = '1'");
    try (JdbcStore store = JdbcStore.open(url, PATIENCE)) {
      String message =
          "database: %s has schema version 99 (expected: schema version at most 6; a newer"
              + " ThrottleX made it)";

      assertThatThrownBy(store::check)
          .isInstanceOf(DatabaseException.class)
          .hasMessage(message, Dialect.printable(url));
      assertThatThrownBy(
              () ->
                  store
                      .decide(one(LIMIT, "a"))
                      .toCompletableFuture()
                      .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as("what the rules' failure modes hold for")
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("schema version 99");
    }
  }
}
