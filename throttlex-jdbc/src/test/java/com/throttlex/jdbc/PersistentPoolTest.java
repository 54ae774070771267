package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.tck.Await;
import com.zaxxer.hikari.HikariConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pool whose database fails for a while. */
class PersistentPoolTest {
  /** HikariCP alone would need 45 s for so many, because its pause grows to 5 s. */
  private static final int FAILURES = 16;

  @TempDir Path folder;
  private final AtomicInteger attempts = new AtomicInteger();
  private volatile int failing = Integer.MAX_VALUE;

  private PersistentPool pool() {
    DataSource file = Dialect.SQLITE.dataSource("jdbc:sqlite:" + folder.resolve("data.db"));
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    return new PersistentPool(new ConnectionSource(() -> connect(file)), config);
  }

  private Connection connect(DataSource file) throws SQLException {
    if (attempts.incrementAndGet() <= failing) {
      throw new SQLException("refused " + attempts, "08001", 7);
    }
    return file.getConnection();
  }

  private static boolean connects(PersistentPool pool) {
    try (Connection connection = pool.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  @Test
  void connection_afterManyFailures_isThereBeforeThePauseOfHikariCpHasGrown() {
    failing = FAILURES;
    try (PersistentPool pool = pool()) {
      Await.until("a connection", () -> connects(pool));
    }
    assertThat(attempts).hasValue(FAILURES + 1);
  }

  @Test
  @Timeout(30)
  void caller_withoutConnection_learnsTheLastFailureOfTheDatabase() {
    try (PersistentPool pool = pool()) {
      for (int caller = 0; caller < 3; caller++) {
        SQLTransientConnectionException failure =
            catchThrowableOfType(SQLTransientConnectionException.class, pool::getConnection);
        assertThat((Throwable) failure).hasMessageContaining("timed out");
        assertThat(failure.getCause()).hasMessageStartingWith("refused ");
        assertThat(failure.getSQLState()).isEqualTo("08001");
        assertThat(failure.getErrorCode()).isEqualTo(7);
      }
    }
  }

  @Test
  void pool_neverUsed_doesNotConnect() {
    pool().close();

    assertThat(attempts).hasValue(0);
  }
}
