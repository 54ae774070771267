package com.throttlex.server.identity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A web server that publishes keys and counts its requests. */
final class IssuerServer implements AutoCloseable {
  /** Answers one request. */
  interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger hits = new AtomicInteger();
  private volatile Answer answer;

  IssuerServer(String text) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    publish(text);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    hits.incrementAndGet();
    try (exchange) {
      answer.to(exchange);
    }
  }

  void publish(String text) {
    answer(200, text);
  }

  void answer(int status, String text) {
    answer(
        exchange -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  void answer(Answer answer) {
    this.answer = answer;
  }

  int hits() {
    return hits.get();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks.json");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
