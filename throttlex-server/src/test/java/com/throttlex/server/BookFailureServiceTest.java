package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule file's own on-store-failure and the figures of the breaker, without a store. */
class BookFailureServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      on-store-failure: deny
      rules:
        - {id: silent, match: {endpoint: /silent}, key: [user], limits: 100/1d}
        - {id: own, match: {endpoint: /own}, key: [user], limits: 100/1d, on-store-failure: allow}
      """;

  @Test
  void requests_whileRedisIsAway_areAnsweredByTheirRuleOrElseByTheFile(@TempDir Path folder)
      throws IOException {
    RedisServer redis = RedisServer.start();
    String settings =
        "store: " + redis.url() + "?timeout=2s\nbreaker: {failures: 1, open-for: 10m}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      assertThat(check(server, "/silent").status()).isEqualTo(200);
      redis.close();

      Reply denied = check(server, "/silent");
      assertThat(denied.status()).isEqualTo(429);
      assertThat(denied.json().getBoolean("degraded")).isTrue();
      Reply allowed = check(server, "/own");
      assertThat(allowed.status()).isEqualTo(200);
      assertThat(allowed.json().getBoolean("degraded")).isTrue();
      assertThat(server.health("store").getString("breaker")).isEqualTo("open");
    }
  }

  private static Reply check(RunningServer server, String endpoint) {
    return server.check("{\"user\":\"u\",\"endpoint\":\"" + endpoint + "\"}");
  }
}
