package com.throttlex.server.proxy;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** An application like an LLM API, whose answers tell their usage. */
final class LlmApplication {
  private static final Map<String, CountDownLatch> HELD = new ConcurrentHashMap<>();

  private LlmApplication() {}

  static JdkUpstream start() throws IOException {
    return JdkUpstream.start(LlmApplication::answer);
  }

  /** Answers as the query says: its name is the way, its value the usage or the size. */
  private static void answer(HttpExchange exchange) throws IOException {
    String[] query = exchange.getRequestURI().getQuery().split("=", 2);
    switch (query[0]) {
      case "json" -> json(exchange, usage(query[1]).getBytes(StandardCharsets.UTF_8), null);
      case "gzip" -> json(exchange, zipped(usage(query[1])), "gzip");
      case "br" -> json(exchange, usage(query[1]).getBytes(StandardCharsets.UTF_8), "br");
      case "rows" -> {
        exchange.getResponseHeaders().set("X-Cost", query[1]);
        JdkUpstream.answer(exchange, 200, "rows");
      }
      case "bytes" -> JdkUpstream.answer(exchange, 200, "b".repeat(Integer.parseInt(query[1])));
      case "stream" -> stream(exchange, query[1].split(",", -1));
      default -> throw new IOException("breaks"); // the connection closes without an answer
    }
  }

  /** Returns an answer with that usage. */
  static String usage(String tokens) {
    return "{\"choices\":[{\"text\":\"{\\\"usage\\\":1}\"}],\"usage\":{\"total_tokens\":"
        + tokens
        + "}}";
  }

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void json(HttpExchange exchange, byte[] body, @Nullable String encoding)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (encoding != null) {
      exchange.getResponseHeaders().set("Content-Encoding", encoding);
    }
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Streams events; a word holds the stream until the test lets it go on, {@code x} breaks it. */
  private static void stream(HttpExchange exchange, String[] events) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    boolean breaks = List.of(events).contains("x");
    exchange.sendResponseHeaders(200, breaks ? 1 << 20 : 0); // a chunked answer would end well
    OutputStream body = exchange.getResponseBody();
    body.flush(); // newer JDKs keep the head until the first bytes of the body
    for (String event : events) {
      if (event.equals("x")) {
        throw new IOException("breaks");
      } else if (event.matches("[a-z]+")) {
        hold(event);
      } else {
        body.write(("data: " + usage(event) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        body.flush();
      }
    }
    body.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
  }

  private static void hold(String name) throws IOException {
    try {
      HELD.computeIfAbsent(name, held -> new CountDownLatch(1)).await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Lets a held stream go on. */
  static void release(String name) {
    HELD.computeIfAbsent(name, held -> new CountDownLatch(1)).countDown();
  }

  /** Lets all held streams go on. */
  static void releaseAll() {
    HELD.values().forEach(CountDownLatch::countDown);
  }
}
