package com.throttlex.server.gateways;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The app behind a gateway; it records the requests that reach it. */
final class AppBehind implements AutoCloseable {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  AppBehind() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
    try (exchange) {
      exchange.sendResponseHeaders(200, -1);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Method, path and body of every request, in their order. */
  List<String> seen() {
    return seen;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
