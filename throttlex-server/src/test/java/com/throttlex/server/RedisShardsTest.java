package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with counters in two Redis servers. */
class RedisShardsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: shared, key: [user], limits: 10/1h, algorithm: fixed-window, on-store-failure: deny}
        - {id: together, match: {endpoint: /one}, key: [endpoint], limits: 30/1h}
      """;

  @TempDir Path folder;

  private static long keys(RedisServer redis, String user) {
    return redis.command("KEYS", "*" + user + "*") instanceof List<?> keys ? keys.size() : -1;
  }

  @Test
  void users_overTwoServers_areSpreadAndAdmittedExactly() throws Exception {
    try (RedisServer one = RedisServer.start();
        RedisServer other = RedisServer.start()) {
      String settings = "store: ['%s', '%s']\nstore-timeout: 2s".formatted(one.url(), other.url());
      try (TwoNodes nodes = TwoNodes.start(folder, RULES, settings)) {
        List<String> users = IntStream.range(0, 20).mapToObj(i -> "user-" + i + "-").toList();
        for (String user : users) {
          assertThat(nodes.a().check(TwoNodes.body(user, "/")).status()).isEqualTo(200);
        }
        long first = users.stream().filter(user -> keys(one, user) == 1).count();
        assertThat(first).isBetween(1L, 19L);
        assertThat(users.stream().filter(user -> keys(other, user) == 1).count())
            .isEqualTo(20 - first);
        assertThat(nodes.admitted(50, "crowd", "/")).isEqualTo(10);

        long across = 0;
        for (int i = 0; i < 40; i++) {
          RunningServer node = i % 2 == 0 ? nodes.a() : nodes.b();
          across += node.check(TwoNodes.body("many-" + i, "/one")).status() == 200 ? 1 : 0;
        }
        assertThat(across).isEqualTo(30);

        other.kill();
        AtomicInteger late = new AtomicInteger();
        Await.until(
            "an open circuit of the killed server",
            () -> {
              nodes.a().check(TwoNodes.body("late-" + late.incrementAndGet(), "/"));
              return nodes.a().health("store").getJsonObject("breakers").encode().contains("open");
            });
        List<Integer> statuses =
            users.stream().map(u -> nodes.a().check(TwoNodes.body(u, "/")).status()).toList();
        assertThat(statuses.stream().filter(status -> status == 200).count()).isEqualTo(first);
      }
    }
  }
}
