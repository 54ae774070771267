package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Tests that any input is answered or rejected, without an error of the service or of the store.
 */
class DoorFuzzTest {
  private static final int ROUNDS = 1500;

  /** The status with which the HTTP library answers an unknown version. */
  private static final int UNKNOWN_VERSION = 501;

  private static final String CHECK =
      "{\"user\":\"u\",\"ip\":\"203.0.113.9\",\"apiKey\":\"k\",\"endpoint\":\"/many\",\"method\":\"POST\","
          + "\"service\":\"s\",\"tier\":\"pro\",\"priority\":\"normal\",\"cost\":1,\"reserve\":true,"
          + "\"attributes\":{\"region\":\"eu\"},\"idempotencyKey\":\"5f0c\"}";
  private static final String[] WORDS = {
    "null",
    "true",
    "-1",
    "1e999",
    "1e99999999999",
    "9999999999999999999999",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "[]",
    "{}",
    "\u0000",
    "\u00ff",
    "\\",
    "\"",
    "{\"a\":",
    "[[",
    "%00",
    "%2f",
    "..",
    "//",
    "\r\n",
    ":",
    "é"
  };

  @TempDir static Path folder;
  private static RunningServer server;
  private static final Errors ERRORS = new Errors();

  /** Collects log events of level error. */
  private static final class Errors extends AppenderBase<ILoggingEvent> {
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      boolean failure =
          event.getLevel().isGreaterOrEqual(Level.WARN) && event.getThrowableProxy() != null;
      if (failure || event.getLevel().isGreaterOrEqual(Level.ERROR)) {
        seen.add(
            event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                    ? ""
                    : " " + event.getThrowableProxy().getMessage()));
      }
    }
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
    ERRORS.start();
    root().addAppender(ERRORS);
  }

  @AfterAll
  static void close() {
    root().detachAppender(ERRORS);
    server.close();
  }

  @AfterEach
  void nothingIsBroken() {
    assertThat(ERRORS.seen).isEmpty();
    assertThat(server.metric("throttlex_store_errors_total")).isZero();
    assertThat(server.check("{\"user\":\"alive\",\"endpoint\":\"/many\"}").status()).isEqualTo(200);
  }

  private static byte[] mutated(SplittableRandom random, String text) {
    StringBuilder mutant = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(mutant.length() + 1);
      int end = Math.min(mutant.length(), at + random.nextInt(8));
      switch (random.nextInt(5)) {
        case 0 -> mutant.delete(at, end);
        case 1 -> mutant.insert(at, WORDS[random.nextInt(WORDS.length)]);
        case 2 -> mutant.replace(at, end, WORDS[random.nextInt(WORDS.length)]);
        case 3 -> mutant.insert(at, (char) random.nextInt(256));
        default -> mutant.insert(at, mutant.substring(at, end).repeat(1 + random.nextInt(20)));
      }
    }
    return mutant.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/check",
        "/api/v1/check/batch",
        "/api/v1/settle",
        "/api/v1/extend",
        "/api/v1/queue/s/take",
        "/api/v1/queue/s/ack",
        "/api/v1/queue/s/retry",
        "/json"
      })
  void randomBodies_areAnsweredOrRefused(String path) throws IOException {
    SplittableRandom random = new SplittableRandom(path.hashCode());
    String valid =
        switch (path) {
          case "/api/v1/check" -> CHECK;
          case "/api/v1/check/batch" -> "[" + CHECK + "," + CHECK + "]";
          case "/json" ->
              "{\"domain\":\"edge\",\"descriptors\":[{\"entries\":[{\"key\":\"client\",\"value\":\"v\"}],"
                  + "\"limit\":{\"requestsPerUnit\":5,\"unit\":\"HOUR\"},\"hitsAddend\":\"1\"}],\"hitsAddend\":1}";
          case "/api/v1/queue/s/take" -> "{\"consumer\":\"c\",\"max\":9,\"visibilityMs\":1000}";
          case "/api/v1/queue/s/ack" -> "{\"tickets\":[\"1\",\"2\"]}";
          case "/api/v1/queue/s/retry" ->
              "{\"tickets\":[\"1\"],\"consumer\":\"c\",\"afterMs\":5,\"reason\":\"r\"}";
          default -> "{\"reservation\":\"00112233445566778899aabbccddeeff\",\"cost\":7}";
        };
    try (RawHttp raw = server.raw()) {
      for (int i = 0; i < ROUNDS; i++) {
        byte[] body = mutated(random, valid);
        raw.send(
            "POST "
                + path
                + " HTTP/1.1\r\nHost: x\r\n"
                + String.join(": ", server.credential())
                + "\r\nContent-Length: "
                + body.length
                + "\r\n\r\n");
        int status = raw.send(body).answer().status();
        assertThat(status)
            .as(() -> new String(body, StandardCharsets.ISO_8859_1))
            .isIn(200, 400, 404, 429);
      }
    }
  }

  /** Connections end when the request was no HTTP, so that each has its own. */
  private static void sendAll(byte[] bytes) throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send(bytes).endOutput();
      for (RawHttp.Answer answer = raw.answer(); answer.status() != 0; answer = raw.answer()) {
        assertThat(answer.status())
            .as(() -> new String(bytes, StandardCharsets.ISO_8859_1))
            .satisfiesAnyOf(
                status -> assertThat(status).isBetween(100, 499),
                status -> assertThat(status).isEqualTo(UNKNOWN_VERSION));
      }
    }
  }

  @Test
  void randomHeadersAndPaths_areAnsweredOrRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    String[] lines = {
      "GET /api/v1/authorize?deny-status=403 HTTP/1.1",
      "X-Forwarded-Uri: /many/a?b=c",
      "X-Forwarded-For: 192.0.2.1, ::1",
      "Forwarded: for=\"[2001:db8::1]:80\";by=_x",
      "X-Forwarded-Method: POST",
      "X-Forwarded-Host: h",
      "X-API-Key: k",
      "Authorization: Bearer a.b.c",
      "X-Idempotency-Key: k",
      "X-Tenant: t",
      "Content-Type: application/json",
    };
    for (int i = 0; i < ROUNDS / 2; i++) {
      StringBuilder request = new StringBuilder();
      for (String line : lines) {
        boolean mutate = random.nextInt(6) == 0;
        String sent =
            mutate ? new String(mutated(random, line), StandardCharsets.ISO_8859_1) : line;
        request.append(sent).append("\r\n");
      }
      request.append("Host: x\r\nConnection: close\r\n\r\n");
      sendAll(request.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void randomBytes_areAnsweredOrRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(12);
    String valid =
        "POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    for (int i = 0; i < ROUNDS / 2; i++) {
      sendAll(mutated(random, valid));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x%", "x%2", "x%2f", "[", "[::1", "x:y", ":", "é"})
  void strangeHosts_areAnsweredOrRefused(String host) throws IOException {
    for (String origin : List.of("", "Origin: http://x\r\n")) {
      String request =
          "POST /api/v1/check HTTP/1.1\r\nHost: " + host + "\r\n" + origin + "Content-Length: 2";
      sendAll((request + "\r\nConnection: close\r\n\r\n{}").getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPTIONS * HTTP/1.1",
        "CONNECT h:443 HTTP/1.1",
        "GET http://h/healthcheck HTTP/1.1",
        "GET  HTTP/1.1",
        "GET ? HTTP/1.1",
        "GET # HTTP/1.1",
        "GET healthcheck HTTP/1.1",
        "GET http:// HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "PRI * HTTP/2.0",
        "GET / HTTP/9.9",
        "GET / HTTP/1.0",
        "GET /",
        "\u0000",
        "\u0016\u0003\u0001",
        "POST /api/v1/check HTTP/1.1\r\nContent-Length: -1",
        "POST /api/v1/check HTTP/1.1\r\nContent-Length: x",
        "POST /api/v1/check HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
        "POST /api/v1/check HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3",
        "POST /api/v1/check HTTP/1.1\r\nTransfer-Encoding: gzip",
        "GET /healthcheck HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade",
        "POST /api/v1/check HTTP/1.1\r\nContent-Type: application/grpc",
        "POST /x HTTP/1.1\r\nContent-Type: application/grpc-web",
        "POST /api/v1/check HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2"
      })
  void strangeRequests_areAnsweredOrRefused(String head) throws IOException {
    sendAll((head + "\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }
}
