package com.throttlex.server.monitoring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** The metrics of a real node with a change, for states that a node cannot have in a test. */
final class ChangedMetrics implements AutoCloseable {
  private final RunningServer node;
  private final HttpServer server;
  private volatile UnaryOperator<String> change;

  /** Serves the changed metrics of a node at a port. */
  ChangedMetrics(int port, RunningServer node, UnaryOperator<String> change) throws IOException {
    this.node = node;
    this.change = change;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/metrics", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = node.send(RunningServer.request(node.adminPort(), "/metrics")).body();
      byte[] page = change.apply(text).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  /** From now on, the page is that of the node. */
  void restore() {
    change = UnaryOperator.identity();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
