package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service while it runs and when it ends. */
class LifeTest {
  @TempDir Path folder;

  private static String rules(int limit) {
    return """
    version: 1
    default-rule: none
    rules:
      - id: r
        key: [user]
        limits: LIMIT/1d
        algorithm: sliding-window-log
    """
        .replace("LIMIT", String.valueOf(limit));
  }

  private static long limit(RunningServer server) {
    return server.check("{\"user\":\"u\",\"cost\":0}").json().getLong("limit");
  }

  private static JsonObject health(RunningServer server) {
    Reply reply = server.send(RunningServer.request(server.adminPort(), "/health"));
    assertThat(reply.status()).isEqualTo(200);
    return reply.json();
  }

  @Test
  void ruleFile_changed_isAppliedAndKeepsTheCounts() throws Exception {
    try (RunningServer server = RunningServer.start(folder, rules(5))) {
      server.check("{\"user\":\"u\",\"cost\":3}");
      Files.writeString(server.rules(), rules(50));
      Await.until("the new limit", () -> limit(server) == 50);
      assertThat(server.check("{\"user\":\"u\",\"cost\":0}").json().getLong("remaining"))
          .isEqualTo(47);
    }
  }

  @Test
  void ruleFile_withAnError_keepsTheOldRulesAndHealthSaysDegraded() throws Exception {
    try (RunningServer server = RunningServer.start(folder, rules(5))) {
      assertThat(health(server).encode()).doesNotContain("degraded");
      Files.writeString(server.rules(), rules(50).replace("limits", "limit"));
      Await.until("a degraded health", () -> health(server).encode().contains("degraded: "));
      assertThat(health(server).getString("status")).isEqualTo("UP");
      assertThat(limit(server)).isEqualTo(5);
      Files.writeString(server.rules(), rules(60));
      Await.until("the new limit", () -> limit(server) == 60);
      assertThat(health(server).encode()).doesNotContain("degraded");
    }
  }

  @Test
  void health_listsEveryComponent() throws Exception {
    try (RunningServer server = RunningServer.start(folder, rules(5))) {
      JsonObject health = health(server);
      assertThat(health.getString("status")).isEqualTo("UP");
      assertThat(health.getJsonObject("components").fieldNames())
          .containsExactlyInAnyOrder("doors", "store", "database", "rules", "memory");
    }
  }

  @Test
  void delayedRequest_whileTheServerCloses_isStillAnswered() throws Exception {
    String delaying =
        """
        version: 1
        default-rule: none
        rules:
          - id: slow
            key: [global]
            limits: 1/3s
            burst: 1
            on-exceed: {delay: 5s}
        """;
    CompletableFuture<HttpResponse<String>> held;
    RunningServer server = RunningServer.start(folder, delaying);
    try {
      HttpRequest request = server.request("/api/v1/authorize").build();
      assertThat(server.send(server.request("/api/v1/authorize")).status()).isEqualTo(200);
      held = server.client().sendAsync(request, HttpResponse.BodyHandlers.ofString());
      Await.until("two allowed requests", () -> server.metric("throttlex_allowed_total") >= 2);
      assertThat(held).isNotDone();
    } finally {
      server.close();
    }
    assertThat(held.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
  }
}
