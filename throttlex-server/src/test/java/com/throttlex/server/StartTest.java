package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.Dialect;
import com.throttlex.server.config.SettingsReader;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts that fail say why and leave nothing behind. */
class StartTest {
  private static final String RULES = "version: 1\ndefault-rule: none\nrules: []\n";

  @TempDir Path folder;

  private static Set<Thread> lastingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.isDaemon() && thread.isAlive())
        .collect(Collectors.toSet());
  }

  private Throwable refusal(Map<String, String> options) {
    Set<Thread> before = lastingThreads();
    Throwable refused =
        catchThrowable(() -> ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder)));
    awaitNoMoreThan(before);
    return refused;
  }

  private static void awaitNoMoreThan(Set<Thread> before) {
    Await.until("the end of all new threads", () -> before.containsAll(lastingThreads()));
  }

  @Test
  void start_withAWrongRuleFile_failsAndNamesTheLine() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), "version: 1\nrules:\n  - idd: x\n");
    assertThat(refusal(RunningServer.anyPorts(folder)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rules.yml:3")
        .hasMessageContaining("idd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"port", "admin-port", "resp-port"})
  void start_onATakenPort_failsNamesItAndClosesTheOthers(String taken) throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    try (ServerSocket holder = listen(0)) {
      int free = freePort();
      Map<String, String> options = RunningServer.anyPorts(folder);
      options.put("port", String.valueOf(free));
      options.put(taken, String.valueOf(holder.getLocalPort()));
      assertThat(refusal(options))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("server." + taken + ": " + holder.getLocalPort())
          .hasMessageContaining("expected: a free port of 127.0.0.1");
      listen(free).close();
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = listen(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void start_withAFileThatIsNoDatabase_failsAndNamesIt() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    Files.writeString(
        folder.resolve("other.db"), "this is no database, it is a text of some length");
    Map<String, String> options = RunningServer.anyPorts(folder);
    options.put("database", "jdbc:sqlite:" + folder.resolve("other.db"));
    assertThat(refusal(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("database: ")
        .hasMessageContaining("other.db");
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void start_withTablesOfANewerVersion_failsAndNamesTheVersion(String option) throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    String url = PostgresServer.shared().newDatabase();
    Database.open(url).close();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("update throttlex_schema_history set version = '99' where version = '1'");
    }
    Map<String, String> options = RunningServer.anyPorts(folder);
    options.put(option, url);
    String begin = option.equals("database") ? "database: " : option + ": database: ";
    assertThat(refusal(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(begin + Dialect.printable(url))
        .hasMessageContaining("schema version 99 (expected: schema version at most ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb", "mysql"})
  void start_withAnUnreachableDatabase_failsAndNamesItWithoutItsPassword(String kind)
      throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    String place = "jdbc:" + kind + "://127.0.0.1:" + freePort() + "/rules";
    Map<String, String> options = RunningServer.anyPorts(folder);
    options.put("database", place + "?user=tom&password=tiger");
    assertThat(refusal(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("database: open " + place)
        .hasMessageContaining("refused")
        .hasMessageNotContaining("tiger");
  }

  @Test
  void close_leavesNoThreadAndNoOpenPort() throws Exception {
    Set<Thread> before = lastingThreads();
    RunningServer server = RunningServer.start(folder, RULES);
    int port = server.port();
    assertThat(server.check("{}").status()).isEqualTo(200);
    server.close();
    server.close();
    listen(port).close();
    awaitNoMoreThan(before);
  }

  @Test
  void start_withPortsSwitchedOff_leavesThemClosed() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    Map<String, String> options = RunningServer.anyPorts(folder);
    options.put("admin-port", "-1");
    options.put("resp-port", "-1");
    try (ThrottleXServer server =
        ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder))) {
      assertThat(server.port()).isPositive();
      assertThat(server.adminPort()).isEqualTo(-1);
      assertThat(server.respPort()).isEqualTo(-1);
    }
  }
}
