package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slow or lost Redis fires alerts, until it is back. */
@NeedsProgram("prometheus")
class StoreAlertsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: many, match: {endpoint: /many}, key: [user], limits: 1000000/1s}
        - {id: ten, match: {endpoint: /ten}, key: [user], limits: 10/20s, algorithm: sliding-window-log}
      """;

  private static final MonitoredService SLOW = MonitoredService.of("slow");
  private static final MonitoredService DISCREPANCY = MonitoredService.of("discrepancy");
  private static final MonitoredService BOUND = MonitoredService.of("bound");

  @TempDir static Path folder;
  private static RedisServer redis;
  private static FaultProxy link;
  private static Alerts alerts;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start();
    link = FaultProxy.to(redis.port());
    alerts = Alerts.start(folder, SLOW, DISCREPANCY, BOUND);
  }

  @AfterAll
  static void stop() {
    alerts.close();
    link.close();
    redis.close();
  }

  @AfterEach
  void mend() {
    link.pass();
  }

  /** Starts a node that reaches Redis by a port. */
  private static RunningServer node(int adminPort, int redisPort) throws IOException {
    String settings = "store: redis://127.0.0.1:%d\nstore-timeout: 1s\n".formatted(redisPort);
    Path home = Files.createDirectory(folder.resolve("node" + adminPort));
    return RunningServer.startWithAdminAt(adminPort, home, RULES, settings);
  }

  private static boolean check(RunningServer node, String endpoint) {
    return node.check("{\"user\":\"u\",\"endpoint\":\"" + endpoint + "\"}").status() == 200;
  }

  @Test
  void redis_whoseAnswersTakeLong_firesUntilTheyAreQuick() throws Exception {
    List<String> expected = List.of("LatencyBurnFast", "LatencyBurnSlow");
    try (RunningServer node = node(SLOW.first(), link.port())) {
      link.delay(Duration.ofMillis(20));
      for (String alert : expected) {
        alerts.firesWhile(() -> load(node), SLOW, alert);
      }
      link.pass();
      for (String alert : expected) {
        alerts.endsWhile(() -> load(node), SLOW, alert);
      }
    }
  }

  private static void load(RunningServer node) {
    for (int i = 0; i < 20; i++) {
      check(node, "/many");
    }
  }

  /** The other node uses up the limit, so the store has no room for what this node admitted. */
  @Test
  void unitsThatTheStoreCannotTake_fireUntilTheyAreNoLongerInUse() throws Exception {
    try (RunningServer cut = node(DISCREPANCY.first(), link.port());
        RunningServer other = node(DISCREPANCY.second(), redis.port())) {
      Await.until("two nodes", () -> cut.metric("throttlex_nodes") == 2);
      link.cut();
      Await.until("an open circuit", () -> fails(cut));
      assertThat(admitted(cut)).isPositive();
      assertThat(admitted(other)).isEqualTo(10);
      link.pass();
      alerts.awaitFiring(DISCREPANCY, "Discrepancy");
      alerts.awaitEnd(DISCREPANCY, "Discrepancy");
    }
  }

  private static boolean fails(RunningServer node) {
    check(node, "/many");
    return node.metric("throttlex_breaker_state") > 0;
  }

  private static int admitted(RunningServer node) {
    int admitted = 0;
    for (int i = 0; i < 20; i++) {
      admitted += check(node, "/ten") ? 1 : 0;
    }
    return admitted;
  }

  /** No fault is known that causes it, so the metrics of a node are changed. */
  @Test
  void discrepancyAboveItsBound_firesUntilItIsBelow() throws Exception {
    try (RunningServer node = node(BOUND.second(), redis.port());
        ChangedMetrics wrong =
            new ChangedMetrics(BOUND.first(), node, StoreAlertsTest::withSeven)) {
      alerts.awaitFiring(BOUND, "DiscrepancyAboveBound");
      wrong.restore();
      alerts.awaitEnd(BOUND, "DiscrepancyAboveBound");
    }
  }

  private static String withSeven(String metrics) {
    return metrics.replaceAll("(?m)^(throttlex_discrepancy_units\\{.*}) .*$", "$1 7.0");
  }
}
