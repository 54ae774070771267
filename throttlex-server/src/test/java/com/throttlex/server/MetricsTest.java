package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics that Prometheus reads. */
class MetricsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: one
          match: {endpoint: /one}
          key: [user]
          limits: 1/1d
          algorithm: fixed-window
        - id: tried
          match: {endpoint: /tried}
          key: [user]
          limits: 1/1d
          mode: shadow
      """;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static List<String> lines() {
    return server
        .send(RunningServer.request(server.adminPort(), "/metrics"))
        .body()
        .lines()
        .toList();
  }

  private static void check(String user, String endpoint) {
    server.check(
        "{\"user\":\"" + user + "\",\"endpoint\":\"" + endpoint + "\",\"ip\":\"192.0.2.77\"}");
  }

  @Test
  void decisions_areCountedByRuleAndAlgorithmButNeverByUser() {
    for (int i = 0; i < 2; i++) {
      check("chosen", "/one");
      check("chosen", "/tried");
    }
    int series = lines().size();
    for (int i = 0; i < 1000; i++) {
      check("somebody-" + i, "/one");
    }
    List<String> lines = lines();
    assertThat(lines)
        .contains(
            "throttlex_allowed_total{algorithm=\"fixed-window\",rule=\"one\"} 1001.0",
            "throttlex_blocked_total{algorithm=\"fixed-window\",rule=\"one\"} 1.0",
            "throttlex_allowed_total{algorithm=\"token-bucket\",rule=\"tried\"} 2.0",
            "throttlex_shadow_blocked_total{algorithm=\"token-bucket\",rule=\"tried\"} 1.0",
            "throttlex_store_errors_total{store=\"memory\"} 0.0",
            "throttlex_keys 1002.0",
            "throttlex_memory_bytes{table=\"keys\"} " + 64.0 * 1002,
            "# TYPE throttlex_latency_seconds histogram",
            "# TYPE throttlex_allowed_total counter");
    for (String table : List.of("keys", "logs", "reservations", "replays", "top-keys")) {
      assertThat(lines)
          .anyMatch(l -> l.startsWith("throttlex_memory_bytes{table=\"" + table))
          .anyMatch(l -> l.startsWith("throttlex_memory_budget_bytes{table=\"" + table));
    }
    assertThat(lines)
        .anyMatch(l -> l.startsWith("throttlex_latency_seconds_bucket{store=\"memory\",le="));
    assertThat(lines)
        .anyMatch(l -> l.startsWith("throttlex_latency_seconds_count{store=\"memory\"} "));
    assertThat(lines).hasSize(series);
    assertThat(String.join("\n", lines)).doesNotContain("somebody", "chosen", "192.0.2");
  }
}
