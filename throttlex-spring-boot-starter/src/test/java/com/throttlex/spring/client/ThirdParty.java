package com.throttlex.spring.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of another company with answers that the test sets; it counts its calls. */
final class ThirdParty implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final HttpServer server;

  private record Answer(int status, List<String> headers) {}

  ThirdParty() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The next call gets that answer, with headers as names and values in turn. */
  void next(int status, String... headers) {
    answers.add(new Answer(status, List.of(headers)));
  }

  private void answer(HttpExchange exchange) throws IOException {
    calls.incrementAndGet();
    Answer answer = answers.poll();
    int status = answer == null ? 200 : answer.status();
    List<String> headers = answer == null ? List.of() : answer.headers();
    for (int i = 0; i < headers.size(); i += 2) {
      exchange.getResponseHeaders().add(headers.get(i), headers.get(i + 1));
    }
    exchange.getRequestBody().readAllBytes();
    byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  int calls() {
    return calls.get();
  }

  /** Its address, by one of the names that this machine has. */
  String url(String host) {
    return "http://" + host + ":" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
