package com.throttlex.server.monitoring;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traffic that does not fit, and an application that fails, fire alerts until they end. */
@NeedsProgram("prometheus")
class TrafficAlertsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: all, match: {endpoint: /all}, key: [user], limits: 1000000/1s}
        - {id: once, match: {endpoint: /once}, key: [user], limits: 1/1d}
        - {id: shed, match: {endpoint: /shed}, key: [global], limits: 1/1d, on-exceed: shed}
        - {id: lines, match: {endpoint: /lines}, key: [global], limits: 1/1h, on-exceed: {queue: 1m}}
        - {id: stored, match: {endpoint: /stored}, key: [global], limits: 1/50ms, on-exceed: queue}
      """;

  private static final MonitoredService SURGE = MonitoredService.of("surge");
  private static final MonitoredService PRIORITY = MonitoredService.of("priority");
  private static final MonitoredService UPSTREAM = MonitoredService.of("upstream");
  private static final MonitoredService WAITING = MonitoredService.of("waiting");
  private static final MonitoredService LETTERS = MonitoredService.of("letters");

  @TempDir static Path folder;
  private static final AtomicInteger STATUS = new AtomicInteger(200);
  private static HttpServer application;
  private static Alerts alerts;

  @BeforeAll
  static void start() throws Exception {
    application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    application.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(STATUS.get(), -1);
          }
        });
    application.start();
    alerts = Alerts.start(folder, SURGE, PRIORITY, UPSTREAM, WAITING, LETTERS);
  }

  @AfterAll
  static void stop() {
    alerts.close();
    application.stop(0);
  }

  private static RunningServer node(MonitoredService service) throws IOException {
    Path home = Files.createDirectory(folder.resolve(service.name()));
    String settings =
        """
        proxy:
          port: 0
          routes: [{id: app, upstreams: ["http://127.0.0.1:%d"]}]
          max-waiting: 1
        """
            .formatted(application.getAddress().getPort());
    RunningServer node = RunningServer.startWithAdminAt(service.first(), home, RULES, settings);
    alerts.awaitNodes(service, 1);
    return node;
  }

  private static void check(RunningServer node, String endpoint, String priority) {
    node.check(
        "{\"user\":\"u\",\"endpoint\":\"%s\",\"priority\":\"%s\"}".formatted(endpoint, priority));
  }

  private static HttpRequest.Builder page(RunningServer node, String path, String... headers) {
    return RunningServer.request(node.proxyPort(), path, headers);
  }

  @Test
  void denials_thatAreManyMoreThanBefore_fireUntilTheyEnd() throws Exception {
    try (RunningServer node = node(SURGE)) {
      check(node, "/once", "normal");
      check(node, "/once", "normal");
      String usual = "count_over_time((throttlex:decisions:rate5m{job=\"%s\"} > 1)[1m:200ms]) > 30";
      alerts.hasDataWhile(() -> check(node, "/all", "normal"), usual.formatted(SURGE.job()));
      alerts.firesWhile(() -> check(node, "/once", "normal"), SURGE, "DenialSurge");
      alerts.endsWhile(() -> check(node, "/all", "normal"), SURGE, "DenialSurge");
    }
  }

  @Test
  void requestsOfHighPriority_thatAreShed_fireUntilTheyEnd() throws Exception {
    try (RunningServer node = node(PRIORITY)) {
      alerts.firesWhile(() -> check(node, "/shed", "high"), PRIORITY, "HighPriorityShed");
      alerts.awaitEnd(PRIORITY, "HighPriorityShed");
    }
  }

  @Test
  void application_thatFails_firesUntilItAnswers() throws Exception {
    try (RunningServer node = node(UPSTREAM)) {
      STATUS.set(500);
      alerts.firesWhile(() -> node.send(page(node, "/all")), UPSTREAM, "UpstreamFailing");
      STATUS.set(200);
      alerts.endsWhile(() -> node.send(page(node, "/all")), UPSTREAM, "UpstreamFailing");
    }
  }

  @Test
  void waitingRequests_aboveTheMost_fireUntilTheyEnd() throws Exception {
    try (RunningServer node = node(WAITING)) {
      node.send(page(node, "/lines"));
      CompletableFuture<?> held =
          node.client().sendAsync(page(node, "/lines").build(), BodyHandlers.discarding());
      Await.until("one waits", () -> node.metric("throttlex_proxy_waiting") == 1);
      alerts.firesWhile(() -> node.send(page(node, "/lines")), WAITING, "WaitingFull");
      alerts.awaitEnd(WAITING, "WaitingFull");
      held.cancel(true);
    }
  }

  /** Five attempts take about 15 seconds. */
  @Test
  void storedRequest_thatIsGivenUp_firesForAWhile() throws Exception {
    try (RunningServer node = node(LETTERS)) {
      STATUS.set(503);
      Await.until(
          "a stored request",
          () -> node.send(page(node, "/stored", "Prefer", "respond-async")).status() == 202);
      alerts.awaitFiring(LETTERS, "DeadLetters");
      STATUS.set(200);
      alerts.awaitEnd(LETTERS, "DeadLetters");
    }
  }
}
