package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.admits;
import static com.throttlex.jdbc.counters.Requests.join;
import static com.throttlex.jdbc.counters.Requests.one;
import static com.throttlex.jdbc.counters.Requests.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import com.throttlex.tck.Together;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** Tests the pools of an application, with the drivers' own settings. */
class ApplicationSourceTest {
  private static final Limit LIMIT = Requests.forGood(Algorithm.SLIDING_WINDOW_LOG, 15);

  @Test
  void source_ofPostgresqlsDriver_counts() throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(PostgresServer.shared().newDatabase());
    check(source);
  }

  @Test
  void source_ofMariaDbsDriver_counts() throws Exception {
    check(new MariaDbDataSource(MariaDbServer.shared().newDatabase()));
  }

  @Test
  void source_ofMySqlsDriver_counts() throws Exception {
    MysqlDataSource source = new MysqlDataSource();
    String url = MariaDbServer.shared().newDatabase();
    source.setUrl(url.replace("jdbc:mariadb:", "jdbc:mysql:"));
    check(source);
  }

  @Test
  void source_ofAnotherProduct_isRefusedByItsNameAndLeftAsItWas(@TempDir Path folder)
      throws Exception {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + folder.resolve("own.db"));
    try (JdbcStore store = JdbcStore.on(source, CounterFixture.PATIENCE)) {
      assertThatThrownBy(store::check)
          .isInstanceOf(StoreUnusableException.class)
          .hasMessage("database: SQLite (expected: PostgreSQL, MariaDB or MySQL)");
      assertThat(store.decide(one(LIMIT, "any")).toCompletableFuture())
          .failsWithin(CounterFixture.PATIENCE)
          .withThrowableThat()
          .withCauseInstanceOf(StoreUnusableException.class);
    }
    try (Connection connection = source.getConnection();
        ResultSet tables = connection.getMetaData().getTables(null, null, "throttlex%", null)) {
      assertThat(tables.next()).isFalse();
    }
  }

  private static void check(DataSource source) throws Exception {
    try (JdbcStore store = JdbcStore.on(source, CounterFixture.PATIENCE)) {
      store.check();
      long admitted =
          Together.sum(
              4,
              i -> {
                long mine = 0;
                for (int request = 0; request < 5; request++) {
                  mine += admits(store, one(LIMIT, "shared", "own-" + i)) ? 1 : 0;
                }
                return mine;
              });
      assertThat(admitted).isEqualTo(15);
      assertThat(used(store, "shared")).isEqualTo(15);
      assertThat(join(store.reset(Requests.key("shared"), 0, 0))).isTrue();
      assertThat(admits(store, one(LIMIT, "shared").reserve("r", 60_000_000_000L))).isTrue();
      assertThat(join(store.settle("r", 0, 0))).isEqualTo(Settlement.SETTLED);
      assertThat(used(store, "shared")).isZero();
      join(store.sweep());
    }
    try (Connection still = source.getConnection()) {
      assertThat(still.isValid(5)).isTrue();
    }
  }

  /** A pool of one connection that does not reset returned connections. */
  private static final class OneConnection implements AutoCloseable {
    private final Connection connection;

    OneConnection(DataSource source, boolean autoCommit) throws SQLException {
      connection = source.getConnection();
      connection.setAutoCommit(autoCommit);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      if (!autoCommit) {
        connection.commit();
      }
    }

    /** Returns a pool that lends the connection and keeps it open on its return. */
    DataSource pool() {
      Connection lent = proxy(Connection.class, connection, connection);
      return proxy(DataSource.class, connection, lent);
    }

    private static <T> T proxy(Class<T> type, Connection connection, Object lent) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) -> {
                if (method.getName().equals("close")) {
                  return null;
                } else if (method.getName().equals("getConnection") && lent != connection) {
                  return lent;
                }
                return method.invoke(connection, arguments);
              }));
    }

    void assertAsLent(boolean autoCommit) throws SQLException {
      assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private static DataSource postgres() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(PostgresServer.shared().newDatabase());
    return source;
  }

  private static DataSource mariaDb() throws SQLException {
    return new MariaDbDataSource(MariaDbServer.shared().newDatabase());
  }

  @ParameterizedTest
  @CsvSource({"postgresql, true", "postgresql, false", "mariadb, true", "mariadb, false"})
  void connection_afterSuccessAndFailure_goesBackAsItWasLent(String kind, boolean autoCommit)
      throws Exception {
    DataSource source = kind.equals("mariadb") ? mariaDb() : postgres();
    CounterSource.on(source, CounterFixture.PATIENCE).statements();
    try (OneConnection one = new OneConnection(source, autoCommit)) {
      TransactionRetries attempts = attempts(one);
      attempts.run(null, Transaction::time);
      one.assertAsLent(autoCommit);
      assertThatThrownBy(() -> attempts.run(null, this::fail))
          .isInstanceOf(StoreUnavailableException.class);
      one.assertAsLent(autoCommit);
      assertThatThrownBy(() -> attempts.run(null, this::refuse))
          .isInstanceOf(IllegalStateException.class);
      one.assertAsLent(autoCommit);
    }
  }

  private static TransactionRetries attempts(OneConnection one) {
    CounterSource counters = CounterSource.on(one.pool(), CounterFixture.PATIENCE);
    counters.statements();
    return new TransactionRetries(counters, CounterFixture.PATIENCE.toNanos());
  }

  private int fail(Transaction transaction) throws SQLException {
    transaction.time();
    throw new SQLException("meant to fail", "58000");
  }

  private int refuse(Transaction transaction) throws SQLException {
    transaction.time();
    throw new IllegalStateException("meant to fail");
  }
}
