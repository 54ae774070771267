package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adaptive limits of the whole service, by its own clock. */
class AdaptiveServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: moved, match: {services: [orders-db]}, key: [global], limits: 100/1s, adaptive: {min: 10, max: 200}}
        - {id: slots, match: {services: [mail]}, key: [global], limits: 10/1m, algorithm: concurrency, adaptive: {min: 1, max: 20}}
        - {id: written, match: {services: [other]}, key: [global], limits: 100/1s}
      """;
  private static final String LOST =
      "{\"service\":\"orders-db\",\"responseTime\":9000,\"errorRate\":0.9,\"cpu\":1,\"queueDepth\":900}";

  private static final String OWN = "throttlex_health_confidence\\{source=\"throttlex\"}";

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonObject standing(String rule) {
    return server.admin("GET", "/api/v1/adaptive/" + rule, "").json();
  }

  private static JsonObject source(String name) {
    JsonObject sources =
        server.admin("GET", "/api/v1/adaptive", "").json().getJsonObject("sources");
    return sources.getJsonObject(name, new JsonObject());
  }

  private static String metrics() {
    return server.send(RunningServer.request(server.adminPort(), "/metrics")).body();
  }

  /** Returns the moves of one rule, the newest first; other tests move other rules. */
  private static List<JsonObject> moves(String rule) {
    return server
        .admin("GET", "/api/v1/audit?actor=adaptive", "")
        .json()
        .getJsonArray("entries")
        .stream()
        .map(JsonObject.class::cast)
        .filter(entry -> entry.getString("target").equals(rule))
        .toList();
  }

  @Test
  void limitThatMoves_isEnforcedAuditedAndMeasured() {
    Pushed pushed = new Pushed(server, LOST);
    String check = "{\"service\":\"orders-db\",\"cost\":0}";
    Await.until(
        "an enforced limit below 60",
        () -> {
          pushed.again();
          return server.check(check).json().getLong("limit") < 60;
        });
    assertThat(standing("moved").getLong("limit")).isLessThan(60);
    Await.until("the metric of the limit", () -> server.metric("throttlex_adaptive_limit") > 0);
    Await.until("an entry of the audit trail", () -> !moves("moved").isEmpty());
    List<JsonObject> moves = moves("moved");
    JsonObject first = moves.get(moves.size() - 1);
    assertThat(first.getString("action")).isEqualTo("limit-moved");
    assertThat(first.getString("detail"))
        .matches("100 -> [0-9]+; .+; .*confidence [0-9.]+, .*health 0\\.[0-9]+.*");
    assertThat(metrics())
        .contains("throttlex_adaptive_limit{rule=\"moved\"}")
        .contains("throttlex_adaptive_term{rule=\"moved\",term=\"proportional\"}")
        .contains("throttlex_adaptive_changes_total{direction=\"down\",rule=\"moved\"}")
        .contains("throttlex_health{source=\"orders-db\"}")
        .contains("throttlex_health_confidence{source=\"throttlex\"}")
        .contains("throttlex_health_signals_ignored_total 0.0")
        .contains("throttlex_audit_lost_total 0.0")
        .doesNotContain("rule=\"written\"");
  }

  @Test
  void ownProcessorsAndMemory_areNotThoseOfTheSystem() {
    Await.until(
        "the health of this process", () -> metrics().matches("(?s).*" + OWN + " [0-9.]*[1-9].*"));
    assertThat(source("throttlex").getJsonObject("values").fieldNames()).contains("cpu");
    assertThat(source("system").isEmpty()).isTrue();
  }

  @Test
  void outcomeOfASettlement_countsForTheHealthOfTheService() {
    Await.until(
        "the health of the service",
        () -> {
          JsonObject held = server.check("{\"service\":\"mail\"}").json();
          JsonObject settled =
              new JsonObject()
                  .put("reservation", held.getString("reservation"))
                  .put("cost", 1)
                  .put("outcome", "failure");
          assertThat(server.post("/api/v1/settle", settled.encode()).status()).isEqualTo(200);
          return metrics().contains("throttlex_health{source=\"mail\"}");
        });
    assertThat(source("mail").getJsonObject("values").getDouble("errorRate")).isEqualTo(1);
    JsonObject held = server.check("{\"service\":\"mail\"}").json();
    JsonObject wrong =
        new JsonObject()
            .put("reservation", held.getString("reservation"))
            .put("cost", 1)
            .put("outcome", "fine");
    assertThat(server.post("/api/v1/settle", wrong.encode()).json().getString("detail"))
        .contains("outcome: \"fine\" (expected: success, failure, dropped or unknown)");
  }

  @Test
  void signals_areNotTakenOnTheDataPlane() {
    assertThat(server.post("/api/v1/health-signals", LOST).status()).isEqualTo(404);
  }
}
