package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with counters in a Redis Cluster, while one master is unavailable. */
class RedisMasterAwayTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: shared, key: [user], limits: 1000/1d, algorithm: fixed-window}
      """;
  private static final List<String> USERS =
      IntStream.range(0, 30).mapToObj(number -> "user-" + number).toList();

  @TempDir Path folder;

  @Test
  void master_thatHangs_degradesItsKeysAndNoOthers() throws Exception {
    try (RedisCluster cluster = RedisCluster.startIndependent(3)) {
      RedisServer away = worst(cluster);
      Set<String> there = usersOf(cluster, away);
      try (RunningServer node = start(cluster)) {
        Await.until("answers of all masters", () -> degraded(node).isEmpty());
        away.pause();
        Await.until("an open circuit", () -> open(node).equals(Set.of(name(away))));

        assertThat(degraded(node)).isEqualTo(there);
        // Not at any moment: a master that hangs is half open while it is tried out.
        Await.until("an open circuit in the metrics", () -> metrics(node).contains(gauge(away, 2)));
        assertThat(cluster.nodes().stream().filter(master -> master != away))
            .allMatch(master -> metrics(node).contains(gauge(master, 0)));
        assertThat(node.health("store").getString("detail")).contains(name(away) + " failing (");

        away.resume();
        Await.until("answers of all masters", () -> degraded(node).isEmpty());
        assertThat(node.metric("throttlex_breaker_state")).isZero();
        Await.until("good health", () -> !node.health("store").containsKey("detail"));
      }
    }
  }

  @Tag("long")
  @Test
  void node_startedWhileAMasterIsDead_isSharedButForItsKeys() throws Exception {
    try (RedisCluster cluster = RedisCluster.startIndependent(3)) {
      RedisServer away = worst(cluster);
      Set<String> there = usersOf(cluster, away);
      away.kill();
      try (RunningServer node = start(cluster)) {
        Await.until("answers of the others", () -> degraded(node).equals(there));
        Await.until("an open circuit", () -> open(node).equals(Set.of(name(away))));
        away.restart();
        Await.until("answers of all masters", () -> degraded(node).isEmpty());
      }
    }
  }

  private RunningServer start(RedisCluster cluster) throws IOException {
    String settings = "store: '%s?timeout=500ms'".formatted(cluster.url());
    return RunningServer.start(folder, RULES, settings);
  }

  /** The worst master to lose: the nodes' heartbeats are there. */
  private static RedisServer worst(RedisCluster cluster) {
    return owner(cluster, "throttlex:nodes");
  }

  private static Set<String> usersOf(RedisCluster cluster, RedisServer master) {
    Set<String> users =
        USERS.stream().filter(user -> owner(cluster, user) == master).collect(Collectors.toSet());
    assertThat(users).isNotEmpty().hasSizeLessThan(USERS.size());
    return users;
  }

  private static RedisServer owner(RedisCluster cluster, String key) {
    Long slot = (Long) cluster.nodes().get(0).command("CLUSTER", "KEYSLOT", key);
    return cluster.owner(slot.intValue());
  }

  private static String name(RedisServer master) {
    return "127.0.0.1:" + master.port();
  }

  /** Sends a check for each user; returns the users that were decided in fallback. */
  private static Set<String> degraded(RunningServer node) {
    return USERS.stream().filter(user -> isDegraded(node, user)).collect(Collectors.toSet());
  }

  private static boolean isDegraded(RunningServer node, String user) {
    RunningServer.Reply reply = node.check(TwoNodes.body(user, "/"));
    assertThat(reply.status()).isEqualTo(200);
    return reply.json().getBoolean("degraded");
  }

  /** Sends a check for each user; returns the masters whose circuit is open. */
  private static Set<String> open(RunningServer node) {
    degraded(node);
    JsonObject breakers = node.health("store").getJsonObject("breakers");
    return breakers.fieldNames().stream()
        .filter(master -> breakers.getString(master).equals("open"))
        .collect(Collectors.toSet());
  }

  private static String gauge(RedisServer master, int state) {
    return "throttlex_breaker_state{shard=\"" + name(master) + "\"} " + state + ".0";
  }

  private static String metrics(RunningServer node) {
    return node.send(RunningServer.request(node.adminPort(), "/metrics")).body();
  }
}
