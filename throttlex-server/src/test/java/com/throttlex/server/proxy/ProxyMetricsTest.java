package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.Ports;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of the proxy, as Prometheus reads them. */
class ProxyMetricsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: few, match: {services: [limited]}, key: [ip], limits: 1/1h}
        - {id: late, match: {services: [delayed]}, key: [global], limits: 1/1s, burst: 1, on-exceed: {delay: 5s}}
      """;

  private static final CountDownLatch release = new CountDownLatch(1);
  private static final CountDownLatch arrived = new CountDownLatch(1);

  @TempDir static Path folder;
  private static final CountDownLatch broken = new CountDownLatch(1);
  private static JdkUpstream app;
  private static RawUpstream breaking;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    app =
        JdkUpstream.start(
            exchange -> {
              if (exchange.getRequestURI().getPath().equals("/slow")) {
                arrived.countDown();
                await(release);
              }
              int status = exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200;
              JdkUpstream.answer(exchange, status, "a page");
            });
    breaking =
        RawUpstream.start(
            (self, connection) -> {
              self.head(connection);
              await(broken);
              connection.close();
            });
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - id: gone
                  match: {path: /gone/**}
                  upstreams: [http://127.0.0.1:%d]
                - id: breaks
                  match: {path: /breaks}
                  upstreams: [%s]
                - id: limited
                  match: {path: /limited}
                  upstreams: [%s]
                - id: delayed
                  match: {path: /delayed}
                  upstreams: [%s]
                - id: left
                  match: {path: /slow}
                  upstreams: [%s]
                - id: app
                  upstreams: [%s]
            """
                .formatted(
                    Ports.free(), breaking.url(), app.url(), app.url(), app.url(), app.url()));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    release.countDown();
    server.close();
    app.close();
    breaking.close();
  }

  private static Reply get(String path) {
    return server.send(RunningServer.request(server.proxyPort(), path));
  }

  /** Returns the sample of a metric with exactly these labels; 0 if there is none. */
  private static double metric(String name, String... labels) {
    String text = server.send(RunningServer.request(server.adminPort(), "/metrics")).body();
    return text.lines()
        .filter(line -> line.startsWith(name + "{"))
        .filter(
            line -> {
              for (String label : labels) {
                if (!line.contains(label)) {
                  return false;
                }
              }
              return true;
            })
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static void awaitMetric(double value, String name, String... labels) {
    Await.until(() -> name + " = " + metric(name, labels), () -> metric(name, labels) == value);
  }

  @Test
  void answers_ofTheUpstream_areCountedByRouteAndClassWithTheirTimes() {
    get("/a/path/with/u-4711");
    get("/broken");
    get("/broken");

    awaitMetric(2, "throttlex_proxy_requests_total", "route=\"app\"", "status=\"5xx\"");
    assertThat(metric("throttlex_proxy_requests_total", "route=\"app\"", "status=\"2xx\""))
        .isEqualTo(1);
    assertThat(metric("throttlex_proxy_upstream_seconds_count", "route=\"app\"")).isEqualTo(3);
    assertThat(metric("throttlex_proxy_upstream_seconds_sum", "route=\"app\"")).isPositive();
    assertThat(metric("throttlex_proxy_own_seconds_count", "route=\"app\"")).isEqualTo(3);
    assertThat(server.send(RunningServer.request(server.adminPort(), "/metrics")).body())
        .doesNotContain("u-4711");
  }

  @Test
  void denials_areCountedAsOwnAnswersWithoutTimeOfTheUpstream() {
    get("/limited");
    assertThat(get("/limited").status()).isEqualTo(429);

    awaitMetric(1, "throttlex_proxy_requests_total", "route=\"limited\"", "status=\"4xx\"");
    assertThat(metric("throttlex_proxy_upstream_seconds_count", "route=\"limited\"")).isEqualTo(1);
    assertThat(metric("throttlex_proxy_own_seconds_count", "route=\"limited\"")).isEqualTo(2);
  }

  @Test
  void ownTime_ofADelayedRequest_isWithoutTheTimeThatItIsHeld() {
    long start = System.nanoTime();
    get("/delayed");
    get("/delayed"); // held for nearly a second
    double seconds = (System.nanoTime() - start) / 1e9;

    awaitMetric(2, "throttlex_proxy_requests_total", "route=\"delayed\"", "status=\"2xx\"");
    awaitMetric(2, "throttlex_proxy_own_seconds_count", "route=\"delayed\"");
    assertThat(metric("throttlex_proxy_own_seconds_sum", "route=\"delayed\""))
        .isLessThan(seconds - 0.3);
  }

  @Test
  void upstream_thatCannotBeReached_countsRetriesAndItsEjection() {
    for (int i = 0; i < 3; i++) {
      assertThat(get("/gone").status()).isBetween(502, 503);
    }

    awaitMetric(3, "throttlex_proxy_requests_total", "route=\"gone\"", "status=\"5xx\"");
    assertThat(metric("throttlex_proxy_retries_total", "route=\"gone\"")).isPositive();
    assertThat(metric("throttlex_proxy_ejections_total", "route=\"gone\"")).isEqualTo(1);
  }

  @Test
  void failures_ofRequestsInFlight_areOneEjection() throws IOException {
    int requests = 8;
    List<RawHttp> clients = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      clients.add(new RawHttp(server.proxyPort()).post("/breaks", ""));
    }
    Await.until("all are in flight", () -> breaking.heads().size() == requests);

    broken.countDown();

    for (RawHttp client : clients) {
      assertThat(client.answer().status()).isEqualTo(502);
      client.close();
    }
    awaitMetric(requests, "throttlex_proxy_requests_total", "route=\"breaks\"", "status=\"5xx\"");
    assertThat(metric("throttlex_proxy_ejections_total", "route=\"breaks\"")).isEqualTo(1);
  }

  @Test
  void client_thatLeavesBeforeItsAnswer_isCountedWithoutStatusAndItsConnectionIsClosed()
      throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.proxyPort())) {
      OutputStream out = client.getOutputStream();
      out.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      arrived.await();
      Await.until(() -> "connections", () -> server.metric("throttlex_proxy_connections") >= 1);
    }
    awaitMetric(1, "throttlex_proxy_requests_total", "route=\"left\"", "status=\"none\"");
  }
}
