package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service follows health signals of a Prometheus server, as long as they are valid. */
class PrometheusServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: moved, match: {services: [orders-db]}, key: [global], limits: 100/1s, adaptive: {min: 10, max: 200}}
      """;
  private static final String SETTINGS =
      """
      adaptive:
        prometheus:
          url: http://127.0.0.1:%d/prom/
          interval: 1s
          timeout: 300ms
          token: token-of-prometheus
          queries:
            orders-db:
              error-rate: sum(rate(errors[1m])) / sum(rate(all[1m]))
              queue-depth: waiting{db="orders"}
      """;
  private static final CountDownLatch END = new CountDownLatch(1);

  @TempDir static Path folder;
  private static HttpServer prometheus;
  private static ExecutorService threads;
  private static RunningServer server;
  private static final Set<String> asked = ConcurrentHashMap.newKeySet();
  private static volatile Function<String, String> answer;

  @BeforeAll
  static void start() throws IOException {
    prometheus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    prometheus.setExecutor(threads);
    prometheus.createContext("/prom/api/v1/query", PrometheusServiceTest::serve);
    prometheus.start();
    answer = query -> vector(now(), "0");
    server =
        RunningServer.start(folder, RULES, SETTINGS.formatted(prometheus.getAddress().getPort()));
  }

  @AfterAll
  static void stop() {
    server.close();
    END.countDown();
    prometheus.stop(0);
    threads.shutdownNow();
  }

  private static double now() {
    return System.currentTimeMillis() / 1e3;
  }

  private static String vector(double at, String... values) {
    List<String> series =
        List.of(values).stream()
            .map(value -> "{\"metric\":{},\"value\":[%f,\"%s\"]}".formatted(at, value))
            .toList();
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[%s]}}"
        .formatted(String.join(",", series));
  }

  private static void serve(HttpExchange call) throws IOException {
    String query = call.getRequestURI().getRawQuery().substring("query=".length());
    String text = URLDecoder.decode(query, StandardCharsets.UTF_8);
    asked.add(call.getRequestHeaders().getFirst("Authorization") + " " + text);
    String body = answer.apply(text);
    int status = body.isEmpty() ? 500 : 200;
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    call.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    call.getResponseBody().write(bytes);
    call.close();
  }

  private static JsonObject adaptive() {
    return server.admin("GET", "/api/v1/adaptive", "").json();
  }

  private static JsonObject polled(int index) {
    return adaptive().getJsonArray("polled").getJsonObject(index);
  }

  private static JsonObject values() {
    JsonObject source = adaptive().getJsonObject("sources").getJsonObject("orders-db");
    return source == null ? new JsonObject() : source.getJsonObject("values");
  }

  /** Returns how much is known of the service, without the limits of the admin plane. */
  private static double confidence() {
    return server
        .send(RunningServer.request(server.adminPort(), "/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith("throttlex_health_confidence{source=\"orders-db\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static void awaitValid() {
    answer = query -> vector(now(), "0");
    Await.until("valid values", () -> server.metric("throttlex_prometheus_invalid") == 0);
    Await.until("signals", () -> confidence() > 0.3);
  }

  private static String detail() {
    return String.valueOf(server.health("prometheus").getString("detail"));
  }

  /** Gives the two queries these answers, and waits until each is no signal for its reason. */
  private static void awaitProblems(
      Supplier<String> errorRate, String first, Supplier<String> queueDepth, String second) {
    answer = query -> (query.startsWith("sum") ? errorRate : queueDepth).get();
    String whole = "degraded: orders-db error-rate: " + first;
    Await.until(whole, () -> detail().startsWith(whole));
    Await.until(second, () -> detail().contains("; orders-db queue-depth: " + second));
    Await.until("no signal", () -> confidence() == 0);
    assertThat(values().isEmpty()).isTrue();
    assertThat(polled(0).getDouble("value")).isNull();
    assertThat(polled(0).getString("problem")).startsWith(first);
    assertThat(polled(1).getString("problem")).startsWith(second);
    assertThat(server.metric("throttlex_prometheus_invalid")).isEqualTo(2);
    assertThat(server.health("prometheus").getString("status")).isEqualTo("UP");
  }

  @Test
  void limit_followsTheValuesOfTheQueries() {
    awaitValid();
    assertThat(server.health("prometheus").getString("detail")).isNull();
    assertThat(server.health("prometheus").getInteger("queries")).isEqualTo(2);
    assertThat(asked)
        .contains(
            "Bearer token-of-prometheus sum(rate(errors[1m])) / sum(rate(all[1m]))",
            "Bearer token-of-prometheus waiting{db=\"orders\"}");
    answer = query -> vector(now(), query.startsWith("sum") ? "0.95" : "900");
    String peek = "{\"service\":\"orders-db\",\"cost\":0}";
    Await.until("a lower limit", () -> server.check(peek).json().getLong("limit") < 60);
    assertThat(values().getDouble("errorRate")).isEqualTo(0.95);
    assertThat(values().getDouble("queueDepth")).isEqualTo(900);
    assertThat(polled(0).getDouble("ageSeconds")).isBetween(-1.0, 15.0);
    assertThat(server.metric("throttlex_prometheus_polls_total")).isGreaterThan(2);
  }

  @Test
  void answer_thatIsNotOneValidValue_isNoSignalAndSaysWhy() {
    awaitValid();
    awaitProblems(
        () -> "",
        "status 500 (expected: 200)",
        () -> vector(now()),
        "no value: the query found no series");
    awaitProblems(
        () -> vector(now(), "-1"),
        "error-rate: -1.0 (expected: a number from 0 to 1)",
        () -> vector(now(), "1", "2"),
        "2 series (expected: one)");
    awaitProblems(
        () -> vector(now(), "NaN"),
        "no value: NaN",
        () -> "{\"status\":\"success\"}",
        "answer: unknown form (expected: that of /api/v1/query)");
  }

  @Test
  void answer_thatIsOldLateOrTooLarge_isNoSignal() {
    awaitValid();
    awaitProblems(
        () -> vector(now() - 100, "0"),
        "stale: the value is 10",
        () -> vector(now() + 100, "0"),
        "stale: the value is -");
    awaitProblems(
        () -> vector(now(), "0") + " ".repeat(70_000),
        "more than 65536 bytes",
        PrometheusServiceTest::never,
        "no answer within 300 ms");
    awaitValid();
  }

  /** Waits until the end of all tests. */
  private static String never() {
    try {
      END.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "";
  }
}
