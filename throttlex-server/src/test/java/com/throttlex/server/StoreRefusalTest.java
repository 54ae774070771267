package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.cli.Surroundings;
import com.throttlex.server.cli.Throttlex;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.tck.servers.Sql;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store or a database that refuses ends the start with exit code 2, the reason and a remedy. */
@NeedsProgram("mysqld")
@Timeout(120)
class StoreRefusalTest {
  private static final String SECRET = "tiger-in-the-tank";
  private static final String LOGIN = "check user and password of the URL";
  private static final String DATABASE = "create the database, or name another one in the URL";
  private static final String PORT = "check scheme, host and port of the URL";

  private static RedisServer redis;
  private static HttpServer http;

  @TempDir Path folder;

  /** How the program ended, and what it said. */
  private record Ended(int code, String text) {}

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start();
    redis.command("CONFIG", "SET", "requirepass", "another");
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.start();
  }

  @AfterAll
  static void stop() {
    http.stop(0);
    redis.close();
  }

  private Ended serve(String key, String url, String... more) throws Exception {
    Files.writeString(folder.resolve("rules.yml"), "version: 1\ndefault-rule: none\nrules: []\n");
    Files.writeString(
        folder.resolve("throttlex.yml"),
        String.join("\n", List.of(more)) + "\n" + key + ": '" + url + "'\n");
    StringWriter err = new StringWriter();
    PrintWriter writer = new PrintWriter(err, true);
    Surroundings surroundings =
        new Surroundings(Map.of(), folder, InstantSource.system(), writer, writer);
    int code =
        Throttlex.commandLine(surroundings, new Service())
            .execute("serve", "--port", "0", "--admin-port", "0", "--resp-port", "0");
    return new Ended(code, err.toString());
  }

  private void assertRefused(String key, String url, String reason, String remedy)
      throws Exception {
    Ended ended = serve(key, url);
    assertThat(ended.code()).as(ended.text()).isEqualTo(2);
    assertThat(ended.text())
        .startsWith(key + ": ")
        .contains(reason)
        .contains(remedy)
        .doesNotContain(SECRET, "\tat ");
    assertThat(ended.text().lines()).hasSize(1);
  }

  private static String with(String url, String part, String other) {
    String changed = url.replaceFirst(part, other);
    assertThat(changed).isNotEqualTo(url);
    return changed;
  }

  private static String wrongPassword(String url) {
    return with(url, "password=[^&]*", "password=" + SECRET);
  }

  private static String wrongDatabase(String url) {
    return with(url, "(//[^/]*)/[^?]*", "$1/absent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void postgres_thatRefuses_isAMistake(String key) throws Exception {
    String url = PostgresServer.shared().newDatabase();
    assertRefused(key, wrongPassword(url), "password authentication failed", LOGIN);
    assertRefused(key, wrongDatabase(url), "does not exist", DATABASE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void mariaDb_thatRefuses_isAMistake(String key) throws Exception {
    String url = MariaDbServer.shared().newDatabase();
    assertRefused(key, wrongPassword(url), "Access denied for user", LOGIN);
    assertRefused(key, wrongDatabase(url), "Unknown database 'absent'", DATABASE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void mySql_thatRefuses_isAMistake(String key) throws Exception {
    String url = MySqlServer.shared().newPlainDatabase();
    assertRefused(key, wrongPassword(url), "Access denied for user", LOGIN);
    assertRefused(key, wrongDatabase(url), "to database 'absent'", "give the user the rights");
    assertRefused(key, with(url, "user=[^&]*", "user=nobody"), "", LOGIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void userWithoutRights_isAMistake(String key) throws Exception {
    MySqlServer server = MySqlServer.shared();
    String database = server.newDatabase();
    String user = "guest_of_" + key;
    Sql.run(database, "CREATE USER " + user + " IDENTIFIED BY '" + SECRET + "'");
    Sql.run(database, "GRANT SELECT ON " + name(database) + ".* TO " + user);
    String url = "jdbc:mysql://127.0.0.1:" + server.port() + "/" + name(database);
    assertRefused(
        key, url + "?user=" + user + "&password=" + SECRET, "denied to user", "create and change");
  }

  private static String name(String url) {
    return url.replaceFirst(".*/([^?]*)\\?.*", "$1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void urlOfMySql_atPostgres_isAMistake(String key) throws Exception {
    int port = PostgresServer.shared().port();
    assertRefused(
        key,
        "jdbc:mysql://127.0.0.1:" + port + "/db?user=u&password=" + SECRET,
        "127.0.0.1:" + port + " speaks PostgreSQL (expected: MySQL)",
        PORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "database"})
  void urlOfPostgres_atAnotherServer_isAMistake(String key) throws Exception {
    String place = "jdbc:postgresql://127.0.0.1:%d/db?user=u&password=" + SECRET;
    assertRefused(key, place.formatted(MySqlServer.shared().port()), "", PORT);
    assertRefused(key, place.formatted(redis.port()), "speaks Redis (expected: PostgreSQL)", PORT);
  }

  @Test
  void redis_thatRefuses_isAMistake() throws Exception {
    String place = "127.0.0.1:" + redis.port();
    assertRefused("store", "redis://" + place, "NOAUTH", "check user, password");
    assertRefused("store", "redis://:" + SECRET + "@" + place, "WRONGPASS", "check user, password");
  }

  @Test
  void urlOfRedis_atAnotherServer_isAMistake() throws Exception {
    String redisAt = "redis://127.0.0.1:";
    assertRefused(
        "store", redisAt + http.getAddress().getPort(), "speaks HTTP (expected: Redis)", PORT);
    assertRefused("store", redisAt + PostgresServer.shared().port(), "speaks PostgreSQL", PORT);
    assertRefused("store", redisAt + MySqlServer.shared().port(), "speaks MySQL", PORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://127.0.0.1:%d",
        "jdbc:postgresql://127.0.0.1:%d/db?user=u&password=" + SECRET,
        "jdbc:mysql://127.0.0.1:%d/db?user=u&password=" + SECRET
      })
  void storeThatIsAway_whenItIsRequired_isAFailure(String url) throws Exception {
    Ended ended = serve("store", url.formatted(freePort()), "store-required: true");
    assertThat(ended.code()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text())
        .startsWith("store: ")
        .containsIgnoringCase("connection refused")
        .contains("store-required: true")
        .doesNotContain(SECRET, "\tat ");
    assertThat(ended.text().lines()).hasSize(1);
  }

  @Test
  void databaseThatIsAway_isAFailure() throws Exception {
    Ended ended = serve("database", "jdbc:postgresql://127.0.0.1:" + freePort() + "/db");
    assertThat(ended.code()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text()).startsWith("database: ").contains("refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://127.0.0.1:%d",
        "jdbc:postgresql://127.0.0.1:%d/db?user=u&password=" + SECRET
      })
  void storeThatIsAway_letsTheNodeStartAndIsLoggedInOneLine(String url) throws Exception {
    Files.writeString(
        folder.resolve("throttlex.yml"), "store: '" + url.formatted(freePort()) + "'\n");
    try (ServiceProcess service = ServiceProcess.start(folder)) {
      assertThat(service.greeting().get(service.greeting().size() - 1)).startsWith("  curl ");
      String log =
          String.join("\n", service.greeting()) + Files.readString(folder.resolve("errors.txt"));
      assertThat(log.lines().filter(line -> line.contains("store: ")))
          .singleElement()
          .asString()
          .contains("WARN", "is not reachable")
          .contains("using on-store-failure until it answers")
          .containsIgnoringCase("connection refused");
      assertThat(log).doesNotContain("\tat ", SECRET);
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
