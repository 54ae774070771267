package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies pass in both directions as they come, whatever their framing. */
class ProxyBodyTest {
  private static final String RULES = "version: 1\ndefault-rule: none\n";

  @TempDir static Path folder;
  private static final AtomicLong received = new AtomicLong();
  private static final CountDownLatch go = new CountDownLatch(1);
  private static JdkUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream =
        JdkUpstream.start(
            exchange -> {
              switch (exchange.getRequestURI().getPath()) {
                case "/count" -> {
                  long count = count(exchange.getRequestBody());
                  JdkUpstream.answer(exchange, 200, "got " + count);
                }
                case "/large" -> {
                  long size = Long.parseLong(exchange.getRequestURI().getQuery());
                  exchange.sendResponseHeaders(200, 0);
                  write(exchange.getResponseBody(), size);
                }
                case "/events" -> {
                  exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                  exchange.sendResponseHeaders(200, 0);
                  OutputStream out = exchange.getResponseBody();
                  out.write("data: 1\n\n".getBytes(StandardCharsets.US_ASCII));
                  out.flush();
                  await(go);
                  out.write("data: 2\n\n".getBytes(StandardCharsets.US_ASCII));
                }
                case "/none" -> exchange.sendResponseHeaders(204, -1);
                case "/same" -> {
                  exchange.getResponseHeaders().set("ETag", "\"1\"");
                  exchange.sendResponseHeaders(304, -1);
                }
                default -> JdkUpstream.answer(exchange, 200, "hello");
              }
            });
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            "    - {id: app, upstreams: [%s], max-body: 4GB}\n".formatted(upstream.url()));
  }

  @AfterAll
  static void stop() {
    go.countDown();
    server.close();
    upstream.close();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static long count(InputStream in) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long count = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      count += n;
      received.set(count);
    }
    return count;
  }

  private static void write(OutputStream out, long size) throws IOException {
    byte[] block = new byte[1 << 16];
    for (long left = size; left > 0; left -= block.length) {
      out.write(block, 0, (int) Math.min(left, block.length));
    }
  }

  private static RawHttp raw() throws IOException {
    return new RawHttp(server.proxyPort());
  }

  @Test
  void body_inOnePacketWithItsHead_isForwarded() throws IOException {
    try (RawHttp client = raw()) {
      assertThat(client.post("/count", "abc").answer().body()).isEqualTo("got 3");
      assertThat(client.post("/count", "").answer().body()).isEqualTo("got 0");
      assertThat(client.post("/count", "x".repeat(100_000)).answer().body())
          .isEqualTo("got 100000");
    }
  }

  @Test
  void body_inChunks_isForwardedAsItComes() throws IOException {
    received.set(0);
    try (RawHttp client = raw()) {
      client.send("POST /count HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("5\r\nhello\r\n");
      Await.until("the first chunk arrives", () -> received.get() == 5);
      client.send("6\r\n world\r\n0\r\n\r\n");
      assertThat(client.answer().body()).isEqualTo("got 11");
    }
  }

  @Test
  void eventStream_isPassedOnEventByEvent() throws IOException {
    try (RawHttp client = raw()) {
      client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().headers()).containsEntry("transfer-encoding", "chunked");
      byte[] first = client.in().readNBytes("9\r\ndata: 1\n\n\r\n".length());
      assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("9\r\ndata: 1\n\n\r\n");
      go.countDown();
      byte[] second = client.in().readNBytes("9\r\ndata: 2\n\n\r\n0\r\n\r\n".length());
      assertThat(new String(second, StandardCharsets.US_ASCII))
          .isEqualTo("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
    }
  }

  @Test
  void answers_withoutBody_leaveTheConnectionUsable() throws IOException {
    try (RawHttp client = raw()) {
      client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\n");
      client.send("GET /same HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n");
      String all = "";
      while (!all.endsWith("hello")) {
        all += (char) client.in().read();
      }
      assertThat(all)
          .contains("HTTP/1.1 200 OK", "HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified")
          .contains("\"1\"")
          .doesNotContain("chunked");
      assertThat(all.indexOf("hello")).isEqualTo(all.length() - 5);
    }
  }

  @Test
  void continue100_isSentAfterAdmission() throws IOException {
    try (RawHttp client = raw()) {
      client.send(
          "POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(100);
      assertThat(client.send("abc").answer().body()).isEqualTo("got 3");
    }
  }

  @Test
  void continue100_isNotSentToHttp10() throws IOException {
    try (RawHttp client = raw()) {
      client.send("POST /count HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
      assertThat(client.answer().body()).isEqualTo("got 3");
    }
  }

  @Test
  void answer_toAnHttp10Client_endsWithTheConnection() throws IOException {
    try (RawHttp client = raw()) {
      client.send("GET /large?70000 HTTP/1.0\r\n\r\n");
      assertThat(client.answer().headers()).doesNotContainKey("transfer-encoding");
      assertThat(count(client.in())).isEqualTo(70000);
    }
  }

  @Test
  void bodies_largerThanAllBuffers_passInConstantMemory() throws IOException {
    pass(64L << 20);
  }

  @Tag("long")
  @Test
  void bodies_ofOneGigabyte_passInConstantMemory() throws IOException {
    pass(1L << 30);
  }

  /** A reader that stops stops the upstream; then everything comes, both ways. */
  private static void pass(long size) throws IOException {
    try (RawHttp client = raw()) {
      client.send("GET /large?" + size + " HTTP/1.0\r\n\r\n");
      client.answer();
      assertThat(count(client.in())).isEqualTo(size);
    }
    try (RawHttp client = raw()) {
      client.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + "\r\n\r\n");
      byte[] block = new byte[1 << 16];
      for (long left = size; left > 0; left -= block.length) {
        client.send(block);
      }
      assertThat(client.answer().body()).isEqualTo("got " + size);
    }
  }
}
