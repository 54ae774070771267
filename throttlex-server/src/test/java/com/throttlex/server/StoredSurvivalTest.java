package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.Together;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stored requests and kill -9: none is lost after its 202, the order per key stays, and none is
 * sent before its time.
 */
class StoredSurvivalTest {
  private static final int KEYS = 4;

  /** A request as the application got it. */
  private record Arrival(long nanos, int number) {}

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, List<Arrival>> arrivals = new ConcurrentHashMap<>();
  private HttpServer application;

  @BeforeEach
  void startApplication() throws IOException {
    application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    application.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          arrivals
              .computeIfAbsent(
                  exchange.getRequestHeaders().getFirst("X-API-Key"),
                  unused -> new CopyOnWriteArrayList<>())
              .add(new Arrival(System.nanoTime(), Integer.parseInt(body)));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    application.start();
  }

  @AfterEach
  void stopApplication() {
    application.stop(0);
  }

  private ServiceProcess start() throws IOException {
    return ServiceProcess.start(folder);
  }

  private void configure(long paceMillis) throws IOException {
    Files.writeString(
        folder.resolve("rules.yml"),
        """
        version: 1
        default-rule: none
        rules:
          - {id: paced, key: [api-key], limits: 1/%dms, on-exceed: queue}
        """
            .formatted(paceMillis));
    Files.writeString(
        folder.resolve("throttlex.yml"),
        """
        rules: rules.yml
        proxy:
          port: 0
          routes:
            - {id: app, upstreams: ["http://127.0.0.1:%d"]}
        """
            .formatted(application.getAddress().getPort()));
  }

  private static int proxyPort(ServiceProcess service) {
    return Integer.parseInt(service.greeted("proxy +http://127.0.0.1:([0-9]+)"));
  }

  /** Sends a request; returns its status, or 0 if the process was killed. */
  private int send(int port, String key, int number) {
    try {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/pay"))
                  .timeout(Duration.ofSeconds(20))
                  .header("X-API-Key", key)
                  .header("Prefer", "respond-async")
                  .POST(BodyPublishers.ofString(Integer.toString(number)))
                  .build(),
              BodyHandlers.ofString());
      return response.statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void requests_storedBeforeAndWhileTheProxyIsKilled_allArriveInOrderAndInTime() throws Exception {
    survive(120, 60);
  }

  @Test
  @Tag("long")
  void thousandRequests_storedBeforeTheProxyIsKilled_allArriveInOrderAndInTime() throws Exception {
    survive(1_000, 100);
  }

  private void survive(int wanted, long paceMillis) throws Exception {
    configure(paceMillis);
    AtomicInteger accepted = new AtomicInteger();
    long start = System.nanoTime();
    List<List<Integer>> acknowledged;
    try (ServiceProcess first = start()) {
      int port = proxyPort(first);
      acknowledged =
          Together.run(
              KEYS + 1,
              thread -> {
                if (thread == KEYS) {
                  Await.until(Duration.ofMinutes(2), "requests", () -> accepted.get() >= wanted);
                  first.kill();
                  return List.of();
                }
                return sendAll(port, "key-" + thread, accepted);
              });
    }
    try (ServiceProcess second = start()) {
      assertThat(proxyPort(second)).isPositive();
      for (int i = 0; i < KEYS; i++) {
        String key = "key-" + i;
        List<Integer> promised = acknowledged.get(i);
        assertThat(promised).isNotEmpty();
        Await.until(
            Duration.ofMinutes(3),
            () -> key + ": " + numbers(key).size() + " of " + promised.size(),
            () -> numbers(key).containsAll(promised));
      }
    }
    for (int i = 0; i < KEYS; i++) {
      assertOrder("key-" + i, acknowledged.get(i));
      assertTime("key-" + i, start, paceMillis);
    }
  }

  /** Sends until the process is killed; returns the numbers that it has stored. */
  private List<Integer> sendAll(int port, String key, AtomicInteger accepted) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; ; number++) {
      int status = send(port, key, number);
      if (status == 0) {
        return numbers;
      }
      assertThat(status).isIn(202, 204);
      if (status == 202) { // a request that fits at once is not stored
        numbers.add(number);
        accepted.incrementAndGet();
      }
    }
  }

  private List<Integer> numbers(String key) {
    return arrivals.getOrDefault(key, List.of()).stream().map(Arrival::number).toList();
  }

  /** One request of a lane that was in flight may have arrived twice in a row. */
  private void assertOrder(String key, List<Integer> promised) {
    List<Integer> order = new ArrayList<>();
    for (int number : numbers(key)) {
      boolean again = !order.isEmpty() && order.get(order.size() - 1) == number;
      if (promised.contains(number) && !again) {
        order.add(number);
      }
    }
    assertThat(order).as(key).isEqualTo(promised);
  }

  /** Each process has a full bucket of one when it starts, and one request may come twice. */
  private void assertTime(String key, long start, long paceMillis) {
    List<Arrival> its = arrivals.getOrDefault(key, List.of());
    for (int i = 0; i < its.size(); i++) {
      long earliest = (i - 3) * paceMillis * 1_000_000;
      assertThat(its.get(i).nanos - start).as(key + " " + i).isGreaterThanOrEqualTo(earliest);
    }
  }
}
