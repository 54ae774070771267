package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored requests in a Redis that is killed and comes back with its file. */
class StoredRedisOutageTest {
  private static final int KEYS = 4;
  private static final int REQUESTS = 6;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: paced, key: [api-key], limits: 1/500ms, on-exceed: queue}
      """;

  @TempDir Path folder;
  private final Map<String, List<String>> arrivals = new ConcurrentHashMap<>();

  private void arrived(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestHeaders().containsKey("Idempotency-Key")) {
      String key = exchange.getRequestHeaders().getFirst("X-API-Key");
      arrivals.computeIfAbsent(key, unused -> new CopyOnWriteArrayList<>()).add(body);
    }
    JdkUpstream.answer(exchange, 200, "done " + body);
  }

  @Test
  void requests_whenRedisIsKilledAndComesBack_areSentInOrderAndNewOnesAreRefusedMeanwhile()
      throws Exception {
    try (JdkUpstream upstream = JdkUpstream.start(this::arrived);
        RedisServer redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        RunningServer server =
            RunningServer.startProxy(
                folder,
                RULES,
                "    - {id: app, upstreams: [\"%s\"]}%nstore: \"%s\"%n"
                    .formatted(upstream.url(), redis.url()))) {
      List<String> locations = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        for (int key = 0; key < KEYS; key++) {
          locations.add(stored(server, "key-" + key, Integer.toString(i)));
        }
      }

      redis.kill();
      Reply refused = refused(server);
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.json().getString("detail"))
          .isEqualTo("stored requests: the store is unavailable; retry later");
      Reply unknown = get(server, locations.get(0));
      assertThat(unknown.status()).isEqualTo(503);
      assertThat(unknown.header("Retry-After")).isEqualTo("1");
      redis.restart();

      for (String location : locations) {
        Await.until(
            () -> location + ": " + get(server, location),
            () -> "answered".equals(get(server, location).header("X-ThrottleX-State")));
      }
    }
    for (int key = 0; key < KEYS; key++) {
      assertOrder(arrivals.get("key-" + key));
    }
  }

  /** Stores a request; one that fits at once is answered, and sent again. */
  private static String stored(RunningServer server, String key, String body) {
    Reply reply = post(server, key, body);
    while (reply.status() == 200) {
      reply = post(server, key, body);
    }
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    return reply.header("Location");
  }

  /** Returns the first answer of a request that neither fits nor can be stored. */
  private static Reply refused(RunningServer server) {
    Reply reply = post(server, "outage", "x");
    while (reply.status() == 200) { // the node decides alone, and admits its share
      reply = post(server, "outage", "x");
    }
    assertThat(reply.status()).as(reply.body()).isEqualTo(503);
    return reply;
  }

  private static Reply post(RunningServer server, String key, String body) {
    return server.send(
        RunningServer.request(
                server.proxyPort(), "/pay", "X-API-Key", key, "Prefer", "respond-async")
            .POST(BodyPublishers.ofString(body)));
  }

  private static Reply get(RunningServer server, String location) {
    return server.send(RunningServer.request(server.proxyPort(), location));
  }

  /** The request of a key that was in flight when Redis was killed may be sent twice. */
  private static void assertOrder(List<String> sent) {
    List<String> order = new ArrayList<>();
    for (String body : sent) {
      if (order.isEmpty() || !order.get(order.size() - 1).equals(body)) {
        order.add(body);
      }
    }
    assertThat(order).containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(sent).hasSizeLessThanOrEqualTo(REQUESTS + 1);
  }
}
