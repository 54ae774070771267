package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored requests of two nodes that share a store: in order, in time, and once. */
class StoredNodesTest {
  private static final int KEYS = 3;
  private static final int STORED = 15;
  private static final long PACE_MILLIS = 200;

  @TempDir Path folder;
  private final Map<String, List<String>> arrivals = new ConcurrentHashMap<>();

  @Test
  void requestsOfTwoNodes_inPostgres_arriveInOrderInTimeAndOnce() throws Exception {
    String url = PostgresServer.shared().newDatabase();
    share("store: \"%s\"%ndatabase: \"%s\"%n".formatted(url, url));
  }

  @Test
  void requestsOfTwoNodes_inMariaDb_arriveInOrderInTimeAndOnce() throws Exception {
    String url = MariaDbServer.shared().newDatabase();
    share("store: \"%s\"%ndatabase: \"%s\"%n".formatted(url, url));
  }

  @Test
  void requestsOfTwoNodes_inRedis_arriveInOrderInTimeAndOnce() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      share("store: \"%s\"%n".formatted(redis.url()));
    }
  }

  private RunningServer start(String name, String settings, String upstream) throws IOException {
    String rules =
        """
        version: 1
        default-rule: none
        rules:
          - {id: paced, match: {services: [app]}, key: [api-key], limits: 1/%dms, on-exceed: queue}
        """
            .formatted(PACE_MILLIS);
    return RunningServer.start(
        Files.createDirectory(folder.resolve(name)),
        rules,
        settings
            + "proxy:\n  port: 0\n  routes:\n    - {id: app, upstreams: ["
            + upstream
            + "]}\n");
  }

  private void share(String settings) throws Exception {
    try (JdkUpstream upstream =
            JdkUpstream.start(
                exchange -> {
                  byte[] body = exchange.getRequestBody().readAllBytes();
                  arrivals
                      .computeIfAbsent(
                          exchange.getRequestHeaders().getFirst("X-API-Key"),
                          unused -> new CopyOnWriteArrayList<>())
                      .add(new String(body, StandardCharsets.UTF_8));
                  JdkUpstream.answer(exchange, 200, "done");
                });
        RunningServer a = start("a", settings, upstream.url());
        RunningServer b = start("b", settings, upstream.url())) {
      run(a, b);
    }
  }

  private void run(RunningServer a, RunningServer b) {
    long start = System.nanoTime();
    Map<String, List<String>> stored = new HashMap<>();
    List<String> locations = new ArrayList<>();
    int rounds = 0;
    for (; locations.size() < STORED; rounds++) {
      for (int k = 0; k < KEYS; k++) {
        String key = "key-" + k;
        String number = Integer.toString(rounds);
        Reply reply = post(rounds % 2 == 0 ? a : b, key, number);
        assertThat(reply.status()).as(reply.body()).isIn(200, 202);
        if (reply.status() == 202) {
          stored.computeIfAbsent(key, unused -> new ArrayList<>()).add(number);
          locations.add(reply.header("Location"));
        }
      }
    }
    for (String location : locations) {
      Await.until(
          "the answer at " + location,
          () -> "answered".equals(get(b, location).header("X-ThrottleX-State")));
    }
    assertThat(get(a, locations.get(0)).body()).isEqualTo("done");
    for (Map.Entry<String, List<String>> each : stored.entrySet()) {
      List<String> all = arrivals.getOrDefault(each.getKey(), List.of());
      assertThat(all).as(each.getKey()).doesNotHaveDuplicates().hasSize(rounds);
      assertThat(all.stream().filter(each.getValue()::contains).toList())
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
    assertThat(System.nanoTime() - start)
        .isGreaterThanOrEqualTo((rounds - 1) * PACE_MILLIS * 1_000_000);
  }

  private static Reply post(RunningServer node, String key, String body) {
    return node.send(
        RunningServer.request(node.proxyPort(), "/x", "X-API-Key", key, "Prefer", "respond-async")
            .POST(BodyPublishers.ofString(body)));
  }

  private static Reply get(RunningServer node, String location) {
    return node.send(RunningServer.request(node.proxyPort(), location));
  }
}
