package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.Together;
import com.throttlex.tck.servers.RedisServer;
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
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stored requests and kill -9: none is lost after its 202, the order per key stays, none is sent
 * before its time, and only the one in flight of each key may be sent twice.
 */
class StoredSurvivalTest {
  private static final int SLOW_MILLIS = 1_000;
  private static final int FAST_MILLIS = 20;
  private static final long WORK_NANOS = 5_000_000;

  /** A request as the application got it; its ticket is empty if it was not stored. */
  private record Arrival(long nanos, int number, String ticket) {}

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, List<Arrival>> arrivals = new ConcurrentHashMap<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger sent = new AtomicInteger();
  private HttpServer application;

  @BeforeEach
  void startApplication() throws IOException {
    application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    application.setExecutor(threads);
    application.createContext("/", this::arrived);
    application.start();
  }

  private void arrived(HttpExchange exchange) throws IOException {
    long now = System.nanoTime();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String ticket = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    arrivals
        .computeIfAbsent(
            exchange.getRequestHeaders().getFirst("X-API-Key"),
            unused -> new CopyOnWriteArrayList<>())
        .add(new Arrival(now, Integer.parseInt(body), Objects.requireNonNullElse(ticket, "")));
    if (ticket != null) {
      sent.incrementAndGet();
    }
    LockSupport.parkNanos(WORK_NANOS); // so that some requests are in flight at the kill
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @AfterEach
  void stopApplication() {
    application.stop(0);
    threads.shutdownNow();
  }

  private ServiceProcess start(int paceMillis, String settings) throws IOException {
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
        %s
        proxy:
          port: 0
          routes:
            - {id: app, upstreams: ["http://127.0.0.1:%d"]}
        """
            .formatted(settings, application.getAddress().getPort()));
    return ServiceProcess.start(folder);
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
  void thousandRequests_storedInSqlite_allArriveAfterAKill() throws Exception {
    survive("", 40, 1_000);
  }

  @Test
  void requests_storedInRedis_allArriveAfterAKill() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      survive("store: \"%s\"".formatted(redis.url()), 8, 160);
    }
  }

  /** Kills the proxy while it stores and sends, when that many requests wait. */
  private void survive(String settings, int keys, int waiting) throws Exception {
    long start = System.nanoTime();
    List<List<Integer>> acknowledged;
    try (ServiceProcess first = start(SLOW_MILLIS, settings)) {
      int port = first.proxyPort();
      acknowledged =
          Together.run(
              keys + 1,
              thread -> {
                if (thread == keys) {
                  Await.until(
                      Duration.ofMinutes(2),
                      () -> accepted.get() + " accepted, " + sent.get() + " sent",
                      () -> accepted.get() - sent.get() >= waiting);
                  first.kill();
                  return List.of();
                }
                return sendAll(port, "key-" + thread);
              });
    }
    long restart = System.nanoTime();
    try (ServiceProcess second = start(FAST_MILLIS, settings)) {
      assertThat(second.proxyPort()).isPositive();
      for (int i = 0; i < keys; i++) {
        String key = "key-" + i;
        List<Integer> promised = acknowledged.get(i);
        assertThat(promised).isNotEmpty();
        Await.until(
            Duration.ofMinutes(2),
            () -> key + ": " + numbers(key).size() + " of " + promised.size(),
            () -> numbers(key).containsAll(promised));
      }
    }
    for (int i = 0; i < keys; i++) {
      String key = "key-" + i;
      assertOrder(key, acknowledged.get(i));
      assertTime(key, start, SLOW_MILLIS, arrival -> arrival.nanos < restart);
      assertTime(key, restart, FAST_MILLIS, arrival -> arrival.nanos >= restart);
    }
  }

  /** Sends until the process is killed; returns the numbers that it has stored. */
  private List<Integer> sendAll(int port, String key) {
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

  /** One request of a key was in flight at the kill; it may arrive twice, and no other one. */
  private void assertOrder(String key, List<Integer> promised) {
    List<Arrival> stored = new ArrayList<>();
    int repeated = 0;
    for (Arrival arrival : arrivals.get(key)) {
      Arrival last = stored.isEmpty() ? null : stored.get(stored.size() - 1);
      if (last != null && last.number == arrival.number) {
        assertThat(arrival.ticket).as(key).isEqualTo(last.ticket);
        repeated++;
      } else if (!arrival.ticket.isEmpty()) {
        stored.add(arrival);
      }
    }
    assertThat(repeated).as("%s: sent twice", key).isLessThanOrEqualTo(1);
    assertThat(stored).extracting(Arrival::ticket).as(key).doesNotHaveDuplicates();
    assertThat(stored)
        .extracting(Arrival::number)
        .as(key)
        .filteredOn(promised::contains) // the answer to a further one may be lost
        .isEqualTo(promised);
  }

  /** Each process has a full bucket of one when it starts. */
  private void assertTime(String key, long start, long paceMillis, Predicate<Arrival> which) {
    List<Arrival> its = arrivals.get(key).stream().filter(which).toList();
    for (int i = 0; i < its.size(); i++) {
      long earliest = (i - 1) * paceMillis * 1_000_000;
      assertThat(its.get(i).nanos - start).as(key + " " + i).isGreaterThanOrEqualTo(earliest);
    }
  }
}
