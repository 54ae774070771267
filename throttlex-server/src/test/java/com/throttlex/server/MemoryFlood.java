package com.throttlex.server;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** A client that fills the tables of a service as quickly as it can. */
final class MemoryFlood implements AutoCloseable {
  static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: plain, match: {endpoint: /plain}, key: [user], limits: 1000000000/1d, algorithm: fixed-window}
        - {id: log, match: {endpoint: /log}, key: [user], limits: 100000/1s, algorithm: sliding-window-log}
      """;

  private static final int CONNECTIONS = 2;
  private static final int PIPELINE = 32;
  private static final int BATCH = 250;

  private final int port;
  private final AtomicLong number = new AtomicLong();
  private final ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);

  /** A table, and requests that fill it. */
  enum Kind {
    KEYS,
    LOGS,
    RESERVATIONS,
    REPLAYS;

    String table() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** A request that no other is like. */
    String body(long i) {
      return switch (this) {
        case KEYS -> "{\"user\":\"k-%d\",\"endpoint\":\"/plain\"}".formatted(i);
        case LOGS -> "{\"user\":\"l-%d\",\"endpoint\":\"/log\"}".formatted(i / 16);
        case RESERVATIONS ->
            "{\"user\":\"r-%d\",\"endpoint\":\"/plain\",\"reserve\":true}".formatted(i);
        case REPLAYS ->
            "{\"user\":\"i-%d\",\"endpoint\":\"/plain\",\"idempotencyKey\":\"key-%d\"}"
                .formatted(i, i);
      };
    }
  }

  MemoryFlood(int port) {
    this.port = port;
  }

  /** Sends requests one by one; returns how many answers had each status. */
  Map<Integer, Long> send(Kind kind, int requests) throws Exception {
    return onAll(() -> send(kind, requests / CONNECTIONS, PIPELINE));
  }

  private Map<Integer, Long> send(Kind kind, int requests, int pipeline) throws IOException {
    Map<Integer, Long> statuses = new TreeMap<>();
    try (RawHttp connection = new RawHttp(port)) {
      for (int sent = 0; sent < requests; sent += pipeline) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pipeline; i++) {
          text.append(post("/api/v1/check", kind.body(number.getAndIncrement())));
        }
        connection.send(text.toString());
        for (int i = 0; i < pipeline; i++) {
          statuses.merge(connection.answer().status(), 1L, Long::sum);
        }
      }
    }
    return statuses;
  }

  /** Sends requests many at a time. */
  Map<Integer, Long> fill(Kind kind, int requests) throws Exception {
    return onAll(() -> batches(kind, requests));
  }

  private Map<Integer, Long> batches(Kind kind, int requests) throws IOException {
    Map<Integer, Long> statuses = new TreeMap<>();
    try (RawHttp connection = new RawHttp(port)) {
      for (int sent = 0; sent < requests / CONNECTIONS; sent += BATCH) {
        StringBuilder bodies = new StringBuilder();
        for (int i = 0; i < BATCH; i++) {
          bodies.append(i == 0 ? '[' : ',').append(kind.body(number.getAndIncrement()));
        }
        connection.send(post("/api/v1/check/batch", bodies.append(']').toString()));
        statuses.merge(connection.answer().status(), (long) BATCH, Long::sum);
      }
    }
    return statuses;
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private Map<Integer, Long> onAll(Callable<Map<Integer, Long>> work) throws Exception {
    Map<Integer, Long> statuses = new TreeMap<>();
    Future<Map<Integer, Long>> other = clients.submit(work);
    clients.submit(work).get().forEach((status, n) -> statuses.merge(status, n, Long::sum));
    other.get().forEach((status, n) -> statuses.merge(status, n, Long::sum));
    return statuses;
  }

  @Override
  public void close() {
    clients.shutdownNow();
  }
}
