package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that malformed requests are rejected and charge nothing. */
class BadRequestTest {
  static final String[] PROBLEM_MEMBERS = {
    "type", "title", "status", "detail", "error", "message", "timestamp"
  };

  private static final String CHECK = "/api/v1/check";

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @AfterEach
  void nothingWasCharged() {
    assertThat(server.remaining("bad", "/five")).isEqualTo(5);
  }

  static void assertProblem(Reply reply, int status) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
    JsonObject json = reply.json();
    assertThat(json.fieldNames()).containsExactly(PROBLEM_MEMBERS);
    assertThat(json.getInteger("status")).isEqualTo(status);
    assertThat(json.getString("message")).isEqualTo(json.getString("detail")).isNotEmpty();
    assertThat(json.getString("error")).isNotEmpty();
    assertThat(Instant.parse(json.getString("timestamp"))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "[]",
        "null",
        "7",
        "\"x\"",
        "nope",
        "{'user':'bad'}",
        "{\"user\"}",
        "{\"user\":\"bad\",}",
        "{\"user\":\"bad\"} x",
        "{\"user\":\"bad\"}{}",
        "{\"user\":\"b\\q\"}",
        "{\"user\":\"bad\",\"endpoint\":\"/five\"}\u0000",
        "{\"user\":NaN}",
        "{\"cost\":01}",
        "{\"user\":\"bad\" /* */}",
        "{\"user\":\"bad\n\"}"
      })
  void body_thatIsNoJsonObject_isRefused(String body) {
    Reply reply = server.check(body);
    assertProblem(reply, 400);
    assertThat(reply.json().getString("detail")).startsWith("body: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"user\":7'; 'user: 7 (expected: a text)'",
        "'\"user\":[\"bad\"]'; 'user: an array (expected: a text)'",
        "'\"user\":{}'; 'user: an object (expected: a text)'",
        "'\"user\":\"\"'; 'user: '",
        "'\"user\":\"b\\u0000d\"'; 'user: '",
        "'\"user\":\"\\ud800\"'; 'user: '",
        "'\"user\":\"bad\",\"user\":\"bad\"'; 'user: twice'",
        "'\"usr\":\"bad\"'; 'usr: unknown member (expected: one of apiKey, attributes, cost'",
        "'\"cost\":\"1\"'; 'cost: 1 (expected: a whole number)'",
        "'\"cost\":1.0'; 'cost: 1.0 (expected: a whole number)'",
        "'\"cost\":1e2'; 'cost: 1e2 (expected: a whole number)'",
        "'\"cost\":-1'; 'cost: -1 '",
        "'\"cost\":1000000000000001'; 'cost: 1000000000000001 '",
        "'\"cost\":99999999999999999999'; 'cost: 99999999999999999999 (expected: a whole number)'",
        "'\"reserve\":1'; 'reserve: 1 (expected: true or false)'",
        "'\"attributes\":[]'; 'attributes: an array (expected: an object of texts)'",
        "'\"attributes\":{\"a\":1}'; 'attributes.a: 1 (expected: a text)'",
        "'\"attributes\":{\"a\":\"1\",\"a\":\"2\"}'; 'attributes.a: twice'",
        "'\"priority\":\"urgent\"'; 'priority: '",
        "'\"ip\":\"1.2.3\"'; 'ip: '",
        "'\"ip\":\"01.2.3.4\"'; 'ip: '",
        "'\"dimension\":\"USER\"'; 'identifier: missing'",
        "'\"identifier\":\"x\",\"dimension\":\"user\"'; 'dimension: '",
        "'\"identifier\":\"x\",\"user\":\"y\"'; 'identifier conflicts with user; send only one'"
      })
  void member_thatIsWrong_isNamed(String member, String detail) {
    String body = "{\"endpoint\":\"/five\"," + member + "}";
    Reply reply = server.check(body);
    assertProblem(reply, 400);
    assertThat(reply.json().getString("detail")).startsWith(detail);
  }

  @Test
  void problems_areAllNamedAtOnce() {
    Reply reply = server.check("{\"user\":7,\"cost\":true,\"colour\":[[]],\"ip\":\"x\"}");
    assertProblem(reply, 400);
    assertThat(reply.json().getString("detail"))
        .contains("user: 7 ", "cost: true ", "colour: unknown", "ip: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"apiKey\":48151623}",
        "{\"attributes\":{\"api_key\":48151623}}",
        "{\"attributes\":{\"session-token\":\"48151623\\n\"}}"
      })
  void secret_thatIsWrong_isNotShown(String body) {
    Reply reply = server.check(body);
    assertProblem(reply, 400);
    assertThat(reply.body()).doesNotContain("48151623");
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"user\":\"\u00ff\u00fe\"}", // no UTF-8
        "{\"user\":\"\u00c0\u0080\"}", // overlong
        "{\"user\":\"\u00ed\u00a0\u0080\"}", // a surrogate
        "\u0000\u0000\u0000{\u00ff\u00ff\u00ff\u00ff", // UTF-32, and then nothing
        "\u0000{\u0000\"\u00d8\u0000", // UTF-16 with half a pair
        "\u00ff\u00fe\u0000\u0000\u00ff\u00ff\u00ff\u00ff", // a mark of UTF-32
        "\u0000\u0000\u00fe\u00ff\u0011\u0011\u0011\u0011"
      })
  void body_thatIsNotUtf8_isRefused(String bytes) {
    assertProblem(server.post(CHECK, latin(bytes)), 400);
    assertProblem(server.post(CHECK + "/batch", latin(bytes)), 400);
    assertProblem(server.post("/api/v1/settle", latin(bytes)), 400);
    assertProblem(server.post("/json", latin(bytes)), 400);
  }

  @Test
  void body_withAByteOrderMark_isRead() {
    byte[] body = latin("\u00ef\u00bb\u00bf{\"user\":\"marked\",\"endpoint\":\"/five\"}");
    assertThat(server.post(CHECK, body).json().getLong("remaining")).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {CHECK, CHECK + "/batch", "/api/v1/settle", "/json"})
  void body_nestedTooDeep_isRefused(String path) {
    assertProblem(server.post(path, "[".repeat(30_000)), 400);
    assertProblem(server.post(path, "{\"a\":".repeat(10_000)), 400);
  }

  @ParameterizedTest
  @CsvSource({"/api/v1/check, 65536", "/api/v1/check/batch, 1048576", "/api/v1/settle, 65536"})
  void body_aboveTheMaximumSize_isTooLarge(String path, int most) throws IOException {
    assertProblem(server.post(path, " ".repeat(most)), 400);
    assertProblem(server.post(path, " ".repeat(most + 1)), 413);
    byte[] large = latin(" ".repeat(most + 1));
    assertProblem(
        server.send(
            server
                .request(path)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))),
        413);
  }

  @Test
  void contentLength_aboveTheIntegerRange_isTooLarge() throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send("POST " + CHECK + " HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n");
      assertThat(raw.answer().status()).isEqualTo(413);
    }
  }

  @Test
  void connection_afterARefusal_isStillServed() throws IOException {
    try (RawHttp raw = server.raw()) {
      for (int i = 0; i < 3; i++) {
        assertThat(raw.post(CHECK, "{\"cost\":\"x\"}").answer().status()).isEqualTo(400);
        assertThat(raw.post("/nowhere", "{}").answer().status()).isEqualTo(404);
        assertThat(raw.post(CHECK, "{}").answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void refusals_overHttp2_areTheSame() throws Exception {
    HttpClient client = RunningServer.http2(server.port());
    int[][] cases = {{1, 400}, {65_536, 400}, {65_537, 413}, {500_000, 413}};
    for (int[] each : cases) {
      String body = "x".repeat(each[0]);
      HttpResponse<String> response =
          client.send(
              server.request(CHECK).POST(BodyPublishers.ofString(body)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertProblem(Reply.of(response), each[1]);
    }
    HttpResponse<String> good =
        client.send(
            server.request(CHECK).POST(BodyPublishers.ofString("{}")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(good.statusCode()).isEqualTo(200);
  }
}
