package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Dialect;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.PostgresServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with counters in two databases. */
class SqlShardsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: shared, key: [user], limits: 20/1d, algorithm: fixed-window}
      """;
  private static final List<String> USERS =
      IntStream.range(0, 60).mapToObj(number -> "user-" + number).toList();

  @TempDir Path folder;

  private static Set<String> degraded(RunningServer node) {
    return USERS.stream()
        .filter(user -> check(node, user).getBoolean("degraded"))
        .collect(Collectors.toSet());
  }

  private static JsonObject check(RunningServer node, String user) {
    RunningServer.Reply reply = node.check(TwoNodes.body(user, "/"));
    assertThat(reply.status()).isIn(200, 429);
    return reply.json();
  }

  /** Returns how many users have a counter there; the warm-up counts under other limits. */
  private static int counters(String url) throws SQLException {
    String query = "select count(*) from throttlex_usage where limits like '%:20/%'";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void shard_thatIsKilled_degradesItsKeysAndNoOthers() throws Exception {
    String stays = PostgresServer.shared().newDatabase();
    try (PostgresServer other = PostgresServer.start()) {
      String goes = other.newDatabase();
      String settings = "store: ['%s', '%s']".formatted(goes, stays);
      try (RunningServer node = RunningServer.start(folder, RULES, settings)) {
        Await.until("answers of both shards", () -> degraded(node).isEmpty());
        int there = counters(stays);
        assertThat(there).isBetween(1, USERS.size() - 1);
        assertThat(counters(goes)).isEqualTo(USERS.size() - there);

        other.kill();
        Await.until("a degraded answer", () -> !degraded(node).isEmpty());
        Await.until(
            "an open circuit of the killed shard", () -> breaker(node, goes).equals("open"));
        assertThat(degraded(node)).hasSize(USERS.size() - there);
        assertThat(breaker(node, stays)).isEqualTo("closed");
        // Not at any moment: the circuit is half open while the shard is tried.
        Await.until(
            "an open circuit in the metrics", () -> node.metric("throttlex_breaker_state") == 2);
        assertThat(node.health("store").getString("detail"))
            .contains(Dialect.place(goes).get() + " failing (")
            .doesNotContain(Dialect.place(stays).get());

        other.restart();
        Await.until("answers of both shards", () -> degraded(node).isEmpty());
      }
    }
  }

  private static String breaker(RunningServer node, String url) {
    String shard = Dialect.place(url).get();
    return node.health("store").getJsonObject("breakers").getString(shard);
  }
}
