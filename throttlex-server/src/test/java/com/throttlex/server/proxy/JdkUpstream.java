package com.throttlex.server.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An application behind the proxy, written with the server of the JDK. */
final class JdkUpstream implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();

  /** A request as the application saw it. */
  record Seen(String method, String target, java.util.Map<String, List<String>> headers) {
    /** Returns the values of a header, joined; null if it is absent. */
    String header(String name) {
      List<String> values = headers.get(name);
      return values == null ? null : String.join("|", values);
    }
  }

  private JdkUpstream(HttpHandler handler) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          seen.add(
              new Seen(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  java.util.Map.copyOf(exchange.getRequestHeaders())));
          try (exchange) {
            handler.handle(exchange);
          }
        });
    server.start();
  }

  /** Starts an application with a handler for all paths. */
  static JdkUpstream start(HttpHandler handler) throws IOException {
    return new JdkUpstream(handler);
  }

  /** Starts an application that answers every request with a text. */
  static JdkUpstream saying(String text) throws IOException {
    return start(
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          answer(exchange, 200, text);
        });
  }

  /** Answers a request. */
  static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    boolean empty = exchange.getRequestMethod().equals("HEAD");
    if (empty) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
    }
    exchange.sendResponseHeaders(status, empty || body.length == 0 ? -1 : body.length);
    if (!empty) {
      exchange.getResponseBody().write(body);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Returns the requests so far. */
  List<Seen> seen() {
    return seen;
  }

  /** Returns the last request. */
  Seen last() {
    return seen.get(seen.size() - 1);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
