package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of every database server for tests. */
abstract class SqlServerContract {
  abstract SqlServer start(String... moreOptions);

  abstract SqlServer shared();

  /** Returns an option {@code no_such_option} in the form of the server. */
  abstract List<String> unknownOption();

  /** Returns the parameters of a URL that limit waits to a second. */
  abstract String impatience();

  @Test
  void server_onceStarted_answersAndIsTheSameForAll() {
    SqlServer server = shared();
    assertThat(shared()).isSameAs(server);
    assertThat(Sql.number(server.url(), "SELECT 42")).isEqualTo(42);
    assertThat(server.url()).startsWith(server + "?user=").contains("127.0.0.1:" + server.port());
    assertThat(server.toString()).doesNotContain("password");
  }

  @Test
  void newDatabase_isEmptyAndApartFromOthers() {
    String one = shared().newDatabase();
    String other = shared().newDatabase();
    Sql.run(one, "CREATE TABLE t (n BIGINT PRIMARY KEY)");
    Sql.run(other, "CREATE TABLE t (n BIGINT PRIMARY KEY)");
    Sql.run(one, "INSERT INTO t VALUES (1)");
    assertThat(Sql.number(one, "SELECT COUNT(*) FROM t")).isOne();
    assertThat(Sql.number(other, "SELECT COUNT(*) FROM t")).isZero();
  }

  @Test
  void wrongPassword_isRefused() {
    String url = shared().url().replace("password=", "password=no");
    assertThatThrownBy(() -> DriverManager.getConnection(url)).isInstanceOf(SQLException.class);
  }

  @Test
  void url_throughAProxy_reachesTheSameDatabaseUntilItIsCut() {
    String url = shared().newDatabase();
    Sql.run(url, "CREATE TABLE t (n BIGINT PRIMARY KEY)");
    try (FaultProxy proxy = FaultProxy.to(shared().port())) {
      String through = shared().through(proxy.port(), url);
      assertThat(Sql.number(through, "SELECT COUNT(*) FROM t")).isZero();
      proxy.cut();
      assertThatThrownBy(() -> Sql.run(through, "SELECT 1"))
          .hasRootCauseInstanceOf(ConnectException.class);
    }
  }

  @Test
  void manyConnections_areAllowedAtATime() throws SQLException {
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < 150; i++) {
        connections.add(DriverManager.getConnection(shared().url()));
      }
      assertThat(connections.get(149).isValid(5)).isTrue();
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  @Test
  void killedServer_refusesConnections_andStartsAgainWithWhatWasCommitted() throws SQLException {
    try (SqlServer server = start()) {
      int port = server.port();
      long pid = server.pid();
      String url = server.newDatabase();
      Sql.run(url, "CREATE TABLE t (n BIGINT PRIMARY KEY)");
      Sql.run(url, "INSERT INTO t VALUES (1)");
      List<ProcessHandle> processes = processes(server);
      try (Connection connection = DriverManager.getConnection(url);
          Statement sql = connection.createStatement()) {
        connection.setAutoCommit(false);
        sql.execute("INSERT INTO t VALUES (2)");
        server.kill();
        assertThat(processes).noneMatch(SqlServerContract::runs);
        assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(() -> Sql.run(url, "SELECT 1"))
          .hasRootCauseInstanceOf(ConnectException.class);
      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(server.pid()).isNotEqualTo(pid);
      assertThat(Sql.number(url, "SELECT SUM(n) FROM t")).isOne();
      server.restart();
      assertThat(Sql.number(url, "SELECT SUM(n) FROM t")).isOne();
    }
  }

  @Test
  void pausedServer_isSilentUntilItIsResumed_andEndsWhenClosed() throws SQLException {
    SqlServer server = start();
    try (server) {
      String url = server.url() + "&" + impatience();
      try (Connection open = DriverManager.getConnection(url);
          Statement sql = open.createStatement()) {
        assertThat(sql.execute("SELECT 1")).isTrue();
        server.pause();
        assertThatThrownBy(() -> sql.execute("SELECT 1"))
            .hasRootCauseInstanceOf(SocketTimeoutException.class);
        assertThatThrownBy(() -> Sql.number(url, "SELECT 1"))
            .hasRootCauseInstanceOf(SocketTimeoutException.class);
      }
      server.resume();
      assertThat(Sql.number(server.url(), "SELECT 7")).isEqualTo(7);
      server.pause();
    }
    assertThatThrownBy(() -> Sql.number(server.url(), "SELECT 7"))
        .hasRootCauseInstanceOf(ConnectException.class);
  }

  @Test
  void closedServer_leavesNoProcessAndNoFolder() {
    SqlServer server = start();
    Path folder = server.folder().path();
    List<ProcessHandle> processes = processes(server);
    assertThat(processes).anyMatch(SqlServerContract::runs);
    assertThat(folder).isDirectory();
    server.close();
    server.close();
    assertThat(processes).noneMatch(SqlServerContract::runs);
    assertThat(folder).doesNotExist();
  }

  @Test
  void start_withAnUnknownOption_failsWithWhatTheServerSaid() {
    List<String> option = unknownOption();
    assertThatThrownBy(() -> start(option.toArray(String[]::new)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("exit ")
        .hasMessageContaining("no_such_option");
  }

  private static List<ProcessHandle> processes(SqlServer server) {
    ProcessHandle root = ProcessHandle.of(server.pid()).orElseThrow();
    List<ProcessHandle> processes = new ArrayList<>(root.descendants().toList());
    processes.add(root);
    return processes;
  }

  /** A dead process may stay in the list of processes, but then has no program. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }
}
