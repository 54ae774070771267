package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A SQLite file that cannot be written for a while, and an open database that goes on. */
class SqliteFaultTest {
  private static final String LARGE = "x".repeat(200_000);

  @TempDir private Path folder;

  private final List<Connection> made = new CopyOnWriteArrayList<>();
  private volatile String fault = "";
  private String url;
  private DataSource file;
  private Database database;

  @BeforeEach
  void open() {
    url = "jdbc:sqlite:" + folder.resolve("test.db");
    file = Dialect.SQLITE.dataSource(url);
    database = Database.open(url, Dialect.SQLITE, new ConnectionSource(this::connect));
    database.rules().create("before", "{}", CHANGE);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Connection connect() throws SQLException {
    Connection connection = file.getConnection();
    made.add(connection);
    run(connection, fault);
    return connection;
  }

  private static void run(Connection connection, String sql) throws SQLException {
    if (!sql.isEmpty() && !connection.isClosed()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  /** Applies the fault or the repair to every connection, present and new. */
  private void let(String sql) throws SQLException {
    fault = sql;
    for (Connection connection : made) {
      run(connection, sql);
    }
  }

  private DatabaseException failure(String id, String json) {
    return catchThrowableOfType(
        DatabaseException.class, () -> database.rules().create(id, json, CHANGE));
  }

  private void assertThatItGoesOn() {
    assertThat(database.rules().create("after", LARGE, CHANGE).version()).isEqualTo(1);
    assertThat(database.problem()).isNull();
    database.rules().update("after", "{}", 1L, CHANGE);
    assertThat(database.rules().all())
        .extracting(StoredRule::id)
        .containsExactly("after", "before");
    assertThat(database.rules().revision()).isEqualTo(3);
    assertThat(database.audit().query(AuditQuery.newest(9))).hasSize(3);
  }

  @Test
  void changes_afterTheDiskWasFull_areWrittenAgain() throws Exception {
    let("pragma max_page_count = 1"); // as many as there are now
    for (int i = 0; i < 3; i++) {
      DatabaseException failure = failure("during", LARGE);
      assertThat(failure).hasMessageStartingWith("create rule: disk full (");
      assertThat(failure.reason()).isEqualTo(FailureReason.DISK_FULL);
      assertThat(failure.isInDoubt()).isFalse();
      assertThat(database.problem()).contains("disk full");
      assertThat(database.rules().all()).hasSize(1);
    }
    let("pragma max_page_count = 1000000");
    assertThatItGoesOn();
  }

  @Test
  void checkOfWrites_writesToTheFile_andChangesNothing() throws Exception {
    long revision = database.rules().revision();
    try (Connection other = file.getConnection()) {
      long before = number(other, "pragma data_version");
      database.checkWrites();
      assertThat(number(other, "pragma data_version"))
          .as("others see a write")
          .isNotEqualTo(before);
    }
    assertThat(database.rules().revision()).isEqualTo(revision);
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      assertThat(found.next()).isTrue();
      return found.getLong(1);
    }
  }

  @Test
  void changes_afterTheDatabaseWasReadOnly_areWrittenAgain() throws Exception {
    let("pragma query_only = on");
    for (int i = 0; i < 3; i++) {
      DatabaseException failure = failure("during", "{}");
      assertThat(failure.reason()).isEqualTo(FailureReason.READ_ONLY);
      assertThat(failure.isInDoubt()).isFalse();
      assertThatThrownBy(database::checkWrites).hasMessageContaining("read-only");
    }
    let("pragma query_only = off");
    assertThatItGoesOn();
  }

  @Test
  @Timeout(60)
  void changes_afterAnotherProgramHeldTheFile_areWrittenAgain() throws Exception {
    try (Connection other = file.getConnection()) {
      run(other, "begin exclusive");
      DatabaseException failure = failure("during", "{}");
      assertThat(failure).hasMessageStartingWith("create rule: locked by another program (");
      assertThat(failure.reason()).isEqualTo(FailureReason.LOCKED);
      assertThat(database.rules().all()).as("readers go on").hasSize(1);
    }
    assertThatItGoesOn();
  }

  @Test
  void connection_thatHasWritten_leavesTheFileToOthers() throws Exception {
    // A driver that begins the next transaction within the commit would be in the way here, and
    // could fail after the commit.
    try (Connection other = file.getConnection()) {
      run(other, "pragma busy_timeout = 0");
      for (int i = 0; i < 20; i++) {
        database.rules().create("r" + i, "{}", CHANGE);
        run(other, "begin immediate");
        run(other, "rollback");
      }
    }
  }
}
