package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.tck.servers.Sql;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store or a database that rejects the connection ends the start with exit code 2, the reason and
 * a remedy.
 */
@NeedsProgram("mysqld")
@Timeout(120)
class StoreRefusalTest {
  private static final String SECRET = "tiger-in-the-tank";
  private static final String LOGIN = "check user and password of the URL";
  private static final String DATABASE = "create the database, or use another one in the URL";
  private static final String PORT = "check scheme, host and port of the URL";

  private static RedisServer redis;
  private static HttpServer http;
  private static ExecutorService threads;

  @TempDir Path folder;

  /** The exit code and output of the program. */
  private record Ended(int code, String text) {}

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start();
    redis.command("CONFIG", "SET", "requirepass", "another");
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.start();
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void stop() {
    threads.shutdown();
    http.stop(0);
    redis.close();
  }

  /** A start that must fail, and the parts of its message. */
  private record Refusal(String key, String url, String reason, String remedy) {}

  private Ended serve(String key, String url, String... more) throws IOException {
    Path folder = Files.createTempDirectory(this.folder, key);
    Files.writeString(folder.resolve("rules.yml"), "version: 1\ndefault-rule: none\nrules: []\n");
    Files.writeString(
        folder.resolve("throttlex.yml"),
        String.join("\n", List.of(more)) + "\n" + key + ": '" + url + "'\n");
    StringWriter err = new StringWriter();
    PrintWriter writer = new PrintWriter(err, true);
    CommandContext surroundings =
        new CommandContext(Map.of(), folder, InstantSource.system(), writer, writer);
    int code =
        Throttlex.commandLine(surroundings, new ServiceRunner())
            .execute("serve", "--port", "0", "--admin-port", "0", "--resp-port", "0");
    return new Ended(code, err.toString());
  }

  /** Starts all at the same time, because a rejected start mostly waits. */
  private void assertRefused(Refusal... refusals) {
    List<CompletableFuture<Void>> starts =
        Stream.of(refusals)
            .map(refusal -> CompletableFuture.runAsync(() -> assertRefused(refusal), threads))
            .toList();
    starts.forEach(CompletableFuture::join);
  }

  private void assertRefused(Refusal refusal) {
    Ended ended;
    try {
      ended = serve(refusal.key(), refusal.url());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(ended.code()).as(ended.text()).isEqualTo(2);
    assertThat(ended.text())
        .startsWith(refusal.key() + ": ")
        .contains(refusal.reason())
        .contains(refusal.remedy())
        .doesNotContain(SECRET, "\tat ");
    assertThat(ended.text().lines()).hasSize(1);
  }

  private static Refusal store(String url, String reason, String remedy) {
    return new Refusal("store", url, reason, remedy);
  }

  private static Refusal database(String url, String reason, String remedy) {
    return new Refusal("database", url, reason, remedy);
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

  @Test
  void postgres_thatRefuses_isAMistake() {
    String url = PostgresServer.shared().newDatabase();
    String failed = "password authentication failed";
    assertRefused(
        store(wrongPassword(url), failed, LOGIN),
        store(wrongDatabase(url), "does not exist", DATABASE),
        database(wrongPassword(url), failed, LOGIN),
        database(wrongDatabase(url), "does not exist", DATABASE));
  }

  @Test
  void mariaDb_thatRefuses_isAMistake() {
    String url = MariaDbServer.shared().newDatabase();
    String denied = "Access denied for user";
    assertRefused(
        store(wrongPassword(url), denied, LOGIN),
        store(wrongDatabase(url), "Unknown database 'absent'", DATABASE),
        database(wrongPassword(url), denied, LOGIN),
        database(wrongDatabase(url), "Unknown database 'absent'", DATABASE));
  }

  @Test
  void mySql_thatRefuses_isAMistake() {
    String url = MySqlServer.shared().newPlainDatabase();
    String denied = "Access denied for user";
    String rights = "grant the user the privileges";
    assertRefused(
        store(wrongPassword(url), denied, LOGIN),
        store(wrongDatabase(url), "to database 'absent'", rights),
        store(with(url, "user=[^&]*", "user=nobody"), "", LOGIN),
        database(wrongPassword(url), denied, LOGIN),
        database(wrongDatabase(url), "to database 'absent'", rights),
        database(with(url, "user=[^&]*", "user=nobody"), "", LOGIN));
  }

  @Test
  void userWithoutRights_isAMistake() {
    assertRefused(
        store(urlOfGuest("guest1"), "denied to user", "create and change"),
        database(urlOfGuest("guest2"), "denied to user", "create and change"));
  }

  /** Creates a MySQL database and a user who may only read. */
  private static String urlOfGuest(String user) {
    MySqlServer server = MySqlServer.shared();
    String database = server.newDatabase();
    String name = database.replaceFirst(".*/([^?]*)\\?.*", "$1");
    Sql.run(database, "CREATE USER " + user + " IDENTIFIED BY '" + SECRET + "'");
    Sql.run(database, "GRANT SELECT ON " + name + ".* TO " + user);
    return "jdbc:mysql://127.0.0.1:%d/%s?user=%s&password=%s"
        .formatted(server.port(), name, user, SECRET);
  }

  @Test
  void url_withAnotherProtocol_isAMistake() {
    int postgresPort = PostgresServer.shared().port();
    int mySqlPort = MySqlServer.shared().port();
    String postgres = "jdbc:postgresql://127.0.0.1:%d/db?user=u&password=" + SECRET;
    String mySql = "jdbc:mysql://127.0.0.1:" + postgresPort + "/db?user=u&password=" + SECRET;
    String speaksPostgres = "127.0.0.1:" + postgresPort + " speaks PostgreSQL (expected: MySQL)";
    String speaksRedis = "speaks Redis (expected: PostgreSQL)";
    String redisAt = "redis://127.0.0.1:";
    assertRefused(
        store(mySql, speaksPostgres, PORT),
        database(mySql, speaksPostgres, PORT),
        store(postgres.formatted(mySqlPort), "", PORT),
        database(postgres.formatted(mySqlPort), "", PORT),
        store(postgres.formatted(redis.port()), speaksRedis, PORT),
        database(postgres.formatted(redis.port()), speaksRedis, PORT),
        store(redisAt + http.getAddress().getPort(), "speaks HTTP (expected: Redis)", PORT),
        store(redisAt + postgresPort, "speaks PostgreSQL", PORT),
        store(redisAt + mySqlPort, "speaks MySQL", PORT));
  }

  @Test
  void redis_thatRefuses_isAMistake() {
    String place = "127.0.0.1:" + redis.port();
    assertRefused(
        store("redis://" + place, "NOAUTH", "check user, password"),
        store("redis://:" + SECRET + "@" + place, "WRONGPASS", "check user, password"));
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
