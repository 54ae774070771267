package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service while the network to its Redis comes and goes. */
class FlappingRedisTest {
  private static final int LIMIT = 20;
  private static final int FLAPS = 3;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: window, match: {endpoint: /window}, key: [user], limits: 20/1d, algorithm: fixed-window}
        - {id: bucket, match: {endpoint: /bucket}, key: [user], limits: 20/1d}
      """;

  @TempDir Path folder;

  private final AtomicInteger windowed = new AtomicInteger();
  private final AtomicInteger bucketed = new AtomicInteger();

  private static JsonObject check(RunningServer node, String endpoint) {
    RunningServer.Reply reply = node.check(TwoNodes.body("u", endpoint));
    assertThat(reply.status()).as(reply.body()).isIn(200, 429);
    return reply.json();
  }

  private static boolean ask(RunningServer node, String endpoint, AtomicInteger admitted) {
    JsonObject answer = check(node, endpoint);
    admitted.addAndGet(answer.getBoolean("allowed") ? 1 : 0);
    return answer.getBoolean("degraded");
  }

  /** Waits until Redis decides, or does not, and sends more checks than the limit allows. */
  private void askAll(RunningServer node, boolean degraded) {
    Await.until("degraded: " + degraded, () -> ask(node, "/window", windowed) == degraded);
    Await.until("degraded: " + degraded, () -> ask(node, "/bucket", bucketed) == degraded);
    for (int i = 0; i < LIMIT + 5; i++) {
      ask(node, "/window", windowed);
      ask(node, "/bucket", bucketed);
    }
  }

  @Test
  void limits_whileRedisComesAndGoes_areAdmittedOnceByItAndOnceWithoutIt() throws Exception {
    try (RedisServer redis = RedisServer.start();
        FaultProxy proxy = FaultProxy.to(redis.port());
        RunningServer node =
            RunningServer.start(folder, RULES, "store: redis://127.0.0.1:" + proxy.port() + "\n")) {
      for (int flap = 0; flap < FLAPS; flap++) {
        askAll(node, false);
        proxy.cut();
        askAll(node, true);
        proxy.pass();
      }
      askAll(node, false);
    }
    assertThat(windowed.get()).isBetween(LIMIT + 1, 2 * LIMIT);
    assertThat(bucketed.get()).isBetween(LIMIT + 1, 2 * LIMIT);
  }
}
