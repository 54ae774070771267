package com.throttlex.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service with prepared answers that records its requests. */
final class Service implements AutoCloseable {
  /**
   * One request.
   *
   * @param line method and path
   */
  record Asked(
      String line, String body, String authorization, String ifMatch, String accessToken) {}

  private record Prepared(int status, String body) {}

  private final HttpServer server;
  private final Map<String, Prepared> answers = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  Service() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Sets the answer to a method and path; all others get 404. */
  Service on(String line, int status, String body) {
    answers.put(line, new Prepared(status, body));
    return this;
  }

  List<Asked> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(
        new Asked(
            line,
            body,
            header(exchange, "Authorization"),
            header(exchange, "If-Match"),
            header(exchange, "X-ThrottleX-Token")));
    Prepared answer = answers.getOrDefault(line, new Prepared(404, "{\"detail\":\"not here\"}"));
    exchange.getResponseHeaders().add("ETag", "\"b7\"");
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    return String.valueOf(exchange.getRequestHeaders().getFirst(name));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
