package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests in the overflow queue of a service with counters in memory, and kill -9. */
class QueueSurvivalTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: mails, match: {services: [mail]}, key: [global], limits: 1/1h, on-exceed: queue}
      """;

  @TempDir Path folder;

  private static Reply post(ServiceProcess service, String path, String body) throws Exception {
    return Reply.of(
        service
            .client()
            .send(
                RunningServer.request(
                        service.port(),
                        path,
                        "Authorization",
                        "Bearer " + service.greeted("token +(\\S+)"))
                    .POST(BodyPublishers.ofString(body))
                    .build(),
                BodyHandlers.ofString()));
  }

  private static List<String> take(ServiceProcess service, String consumer) throws Exception {
    String body = "{\"consumer\":\"%s\",\"max\":100,\"visibilityMs\":1}".formatted(consumer);
    JsonArray items = post(service, "/api/v1/queue/mail/take", body).json().getJsonArray("items");
    return items.stream().map(item -> ((JsonObject) item).getString("ticket")).toList();
  }

  @Test
  void queuedRequests_afterKill_areTakenInOrder() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    Files.writeString(folder.resolve("throttlex.yml"), "rules: rules.yml\n");
    List<String> tickets = new ArrayList<>();
    try (ServiceProcess first = ServiceProcess.start(folder)) {
      for (int i = 0; i < 21; i++) {
        Reply reply =
            post(first, "/api/v1/check", "{\"service\":\"mail\",\"user\":\"u" + i + "\"}");
        if (reply.status() == 202) {
          tickets.add(reply.json().getString("ticket"));
        }
      }
      assertThat(tickets).hasSize(20);
      assertThat(take(first, "gone")).isEqualTo(tickets);
      first.kill();
    }
    try (ServiceProcess second = ServiceProcess.start(folder)) {
      assertThat(take(second, "worker")).isEqualTo(tickets);
    }
  }
}
