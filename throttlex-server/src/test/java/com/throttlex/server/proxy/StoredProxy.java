package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.proxy.JdkUpstream.Seen;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A proxy that stores requests, an application that records what arrives, and their client. */
final class StoredProxy implements AutoCloseable {
  /** The pace of requests to {@code /slow}. */
  static final long PACE_MILLIS = 150;

  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slow, match: {endpoint: /slow/**}, key: [api-key], limits: 1/150ms, on-exceed: queue}
        - {id: never, match: {endpoint: /hour/**}, key: [api-key], limits: 1/1h, on-exceed: queue}
        - {id: shared, match: {endpoint: /shared/**}, key: [api-key], limits: 1/100ms, on-exceed: queue}
        - {id: lanes, match: {endpoint: /shared/**}, key: [endpoint], limits: 1000/1s, on-exceed: queue}
        - {id: plain, match: {endpoint: /plain}, key: [api-key], limits: 1/1h}
      """;

  /** A request as the application got it. */
  record Arrival(long nanos, Seen seen, String body) {}

  private final Map<String, List<Arrival>> arrivals = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final JdkUpstream upstream;
  private final RunningServer server;

  private StoredProxy(Path folder) throws IOException {
    upstream = JdkUpstream.start(this::handle);
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: short, match: {path: /hour/short}, upstreams: [%1$s], timeout: 1s}
                - {id: app, upstreams: [%1$s], max-body: 2MB}
            """
                .formatted(upstream.url()));
  }

  static StoredProxy start(Path folder) throws IOException {
    return new StoredProxy(folder);
  }

  @Override
  public void close() {
    server.close();
    upstream.close();
  }

  RunningServer server() {
    return server;
  }

  JdkUpstream upstream() {
    return upstream;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = exchange.getRequestHeaders().getFirst("X-API-Key");
    Seen seen =
        new Seen(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()));
    arrivals
        .computeIfAbsent(key, unused -> new CopyOnWriteArrayList<>())
        .add(new Arrival(System.nanoTime(), seen, body));
    boolean stored = seen.header("Idempotency-key") != null;
    if (stored && body.equals("fails once") && failures.getAndIncrement() == 0) {
      JdkUpstream.answer(exchange, 503, "busy");
    } else if (stored && body.equals("large")) {
      JdkUpstream.answer(exchange, 200, "x".repeat((1 << 20) + 1));
    } else {
      exchange.getResponseHeaders().set("X-App", "app");
      JdkUpstream.answer(exchange, 201, "done " + body);
    }
  }

  /** Returns the requests of a key that were stored before they arrived. */
  List<Arrival> sent(String key) {
    return arrivals.getOrDefault(key, List.of()).stream()
        .filter(arrival -> arrival.seen.header("Idempotency-key") != null)
        .toList();
  }

  Reply post(String path, String key, BodyPublisher body, String... headers) {
    return server.send(
        RunningServer.request(server.proxyPort(), path, headers)
            .header("X-API-Key", key)
            .POST(body));
  }

  Reply async(String path, String key, String body) {
    return post(path, key, BodyPublishers.ofString(body), "Prefer", "respond-async, wait=5");
  }

  Reply get(String location) {
    return server.send(RunningServer.request(server.proxyPort(), location));
  }

  Reply delete(String location) {
    return server.send(RunningServer.request(server.proxyPort(), location).DELETE());
  }

  /** Sends a request until it does not fit at once and is stored; returns its location. */
  String stored(String path, String key, String body) {
    return stored(() -> async(path, key, body)).header("Location");
  }

  Reply stored(Supplier<Reply> sending) {
    Reply reply = sending.get();
    while (reply.status() == 201) {
      reply = sending.get();
    }
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    return reply;
  }

  static String ticket(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  Reply answered(String location) {
    return Await.answer(
        "the answer at " + location,
        () ->
            Optional.of(get(location))
                .filter(reply -> "answered".equals(reply.header("X-ThrottleX-State"))));
  }
}
